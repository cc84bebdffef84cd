import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { useMarket } from '../support/market.ts'
import type { Received } from '../support/provider.ts'

const market = useMarket()

const eth = 10n ** 18n

type Step = { readonly id: string; readonly items: { data?: unknown }[] }
type SellBody = { readonly items: readonly unknown[] }

/** The real provider's plan with a call for each offer. */
async function planOfEach(request: Received) {
  const body = request.body as SellBody
  const answers = await Promise.all(
    body.items.map(
      async (item) => (await market.forward({ ...request, body: { ...body, items: [item] } })).body,
    ),
  )
  const steps = answers.flatMap((answer) => answer.steps as Step[])
  const sale = steps.filter(({ id }) => id === 'sale')
  return {
    ...answers[0],
    steps: [{ ...sale[0], items: sale.flatMap(({ items }) => items) } as Step],
    path: answers.flatMap((answer) => answer.path as unknown[]),
  }
}

test('a sale with one part still without data waits, and is then carried out whole', async () => {
  const [owner, bidder] = [market.wallet(4), market.wallet(5)]
  const { conduit, weth } = market.chain.contracts
  const tokens = [await market.mint(owner), await market.mint(owner)]
  const approval = encodeFunctionData({
    abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
    args: [conduit, true],
  })
  const call = {
    kind: 'transaction',
    chainId: market.chain.id,
    to: tokens[0]?.split(':')[0],
    data: approval,
    value: 0n,
  }
  await market.sendRaw(owner, call as never)
  await placeBids(market.client(), {
    wallet: bidder,
    bids: tokens.map((token) => ({ token, weiPrice: eth })),
  }).result()
  const asked = { times: 0 }
  market.front.on('/execute/sell/v7', async (request) => {
    const body = await planOfEach(request)
    asked.times += 1
    if (asked.times < 3) delete body.steps[0]?.items[1]?.data
    return { body }
  })
  const { error, status } = await acceptOffers(market.client({ pollingInterval: 20 }), {
    wallet: owner,
    items: tokens.map((token) => ({ token })),
    expectedPrice: { [weth]: { raw: (eth * 16n) / 10n } },
  }).done
  market.front.on('/execute/sell/v7', market.forward)
  expect(error).toBeUndefined()
  expect([status, asked.times]).toEqual(['complete', 3])
  expect(owner.prompts).toHaveLength(2)
})
