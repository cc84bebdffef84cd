import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { type BuyTokensParameters, buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { useMarket } from '../support/market.ts'

/** How a run starts, and how it is stopped before it asks. */
const market = useMarket()
const eth = 10n ** 18n

test('parameters that cannot be copied end the run, and throw nothing at the caller', async () => {
  const client = market.client()
  const wallet = market.wallet(0)
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const throwing = () => {
    throw new Error('An accessor throws.')
  }
  const odd: readonly unknown[] = [
    { wallet, items: [{ token: 'x' }], options: cyclic },
    Object.defineProperty({ wallet }, 'items', { get: throwing, enumerable: true }),
    undefined,
    new Proxy({ wallet, items: [] }, { ownKeys: throwing }),
  ]
  for (const parameters of odd) {
    const { status, error } = await buyTokens(client, parameters as BuyTokensParameters).done
    expect([status, error?.code, error?.data.field]).toEqual(['failed', 'invalid_input', 'parameters'])
  }
})

test('a run that is stopped when its prompt is about to open does not open it', async () => {
  const [seller, buyer] = [market.wallet(0), market.wallet(1)]
  const token = await market.mint(seller)
  await listTokens(market.client(), { wallet: seller, listings: [{ token, weiPrice: eth }] }).result()
  const client = market.client()
  const prompts = buyer.prompts.length
  const expectedPrice = { [zeroAddress]: { raw: eth } }
  const own = await market.mint(buyer)
  const starts = [
    () => buyTokens(client, { wallet: buyer, items: [{ token }], expectedPrice }),
    () => listTokens(client, { wallet: buyer, listings: [{ token: own, weiPrice: eth }] }),
  ]
  for (const start of starts) {
    const run = start()
    run.subscribe(({ steps }) => {
      if (steps.some(({ items }) => items.some(({ phase }) => phase === 'prompted'))) run.abort()
    })
    const { status, money } = await run.done
    expect([status, money]).toEqual(['aborted', 'untouched'])
  }
  expect(buyer.prompts.length).toBe(prompts)
  expect(await client.journal.entries()).toEqual([])
})
