import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { cancelSignedOrders, getSignedOrders } from '../../src/actions/signedOrders.ts'
import type { Review } from '../../src/run/execution.ts'
import { useMarket } from '../support/market.ts'

/** What is said about the cancellation of orders that were signed for two Seaports, or sold before. */
const market = useMarket()
const eth = 10n ** 18n

test('cancelling everything asks where an order of another Seaport stays open, and never calls it cancelled', async () => {
  const wallet = market.wallet(7)
  const client = market.client()
  const token = await market.mint(wallet)
  const listings = [{ token, weiPrice: eth, orderKind: 'seaport-v1.5' }] as const
  await listTokens(client, { wallet, listings }).result()
  const asked: string[] = []
  const confirm = async ({ verdict }: Review) => {
    asked.push(...verdict.findings.map(({ code }) => code))
    return verdict.decision === 'allow'
  }
  const { status } = await cancelOrders(client, { wallet, orderIds: [], all: true, confirm }).done
  expect([status, asked]).toEqual(['failed', ['CALL_CANCEL_SET']])
  const runs = await cancelSignedOrders(client, { wallet, all: true, confirm })
  for (const run of Array.isArray(runs) ? runs : [runs]) await run.done
  expect((await getSignedOrders(client)).map(({ state }) => state)).toEqual(['counter_raised'])
})

test('the cancellation of a listing that was sold says so, and is not complete', async () => {
  const [seller, buyer] = [market.wallet(0), market.wallet(1)]
  const client = market.client()
  const token = await market.mint(seller)
  await listTokens(client, { wallet: seller, listings: [{ token, weiPrice: eth }] }).result()
  const [order] = await getSignedOrders(client)
  const expectedPrice = { [zeroAddress as Address]: { raw: eth } }
  await buyTokens(market.client(), { wallet: buyer, items: [{ token }], expectedPrice }).result()
  const item = { status: 'complete' }
  market.front.on('/execute/cancel/v3', {
    body: {
      steps: [{ id: 'cancellation', action: '', description: '', kind: 'transaction', items: [item] }],
    },
  })
  const { status, error, money } = await cancelOrders(client, {
    wallet: seller,
    orderIds: [order?.orderId ?? '0x'],
  }).done
  market.front.on('/execute/cancel/v3', market.forward)
  expect([status, error?.code, money]).toEqual(['failed', 'order_filled', 'untouched'])
})
