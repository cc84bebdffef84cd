import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptOffers } from '../src/actions/acceptOffers.ts'
import { placeBids } from '../src/actions/placeBids.ts'
import type { CheckedTransaction } from '../src/guards/checked.ts'
import { type Market, openMarket, type ScriptedWallet } from './market.ts'

const eth = 10n ** 18n
const held: { market?: Market } = {}
const open = () => held.market as Market
beforeAll(async () => {
  held.market = await openMarket()
}, 180_000)
afterAll(() => held.market?.stop())

type Batching = ScriptedWallet & { readonly batches: (readonly CheckedTransaction[])[] }

/** A wallet that batches: it sends the first `carried` calls one after the other, each with its own hash. */
function batching(wallet: ScriptedWallet, carried = Number.POSITIVE_INFINITY): Batching {
  const hashes: `0x${string}`[] = []
  const own: Batching = Object.assign(wallet, {
    batches: [] as (readonly CheckedTransaction[])[],
    capabilities: async () => ({ atomic: true }),
    sendCalls: async (calls: readonly CheckedTransaction[]) => {
      own.batches.push(calls)
      for (const call of calls.slice(0, carried)) {
        const hash = (await open().sendRaw(wallet, call)) as `0x${string}`
        hashes.push(hash)
      }
      return 'bundle-1'
    },
    callsStatus: async () => ({
      state: carried === Number.POSITIVE_INFINITY ? ('confirmed' as const) : ('partial' as const),
      hashes,
    }),
  })
  return own
}

async function offered(owner: ScriptedWallet, bidder: ScriptedWallet) {
  const token = await open().mint(owner)
  const client = open().client()
  const { orders } = await placeBids(client, {
    wallet: bidder,
    bids: [{ token, weiPrice: eth / 10n }],
  }).result()
  const orderId = orders[0]?.orderId ?? undefined
  const { weth } = open().chain.contracts
  return { client, items: [{ token, orderId }], expectedPrice: { [weth]: { raw: eth / 20n } } }
}

test('an approval and the sale it is for go in one prompt where the wallet can batch', async () => {
  const owner = batching(open().wallet(7))
  const { client, items, expectedPrice } = await offered(owner, open().wallet(3))
  const run = acceptOffers(client, { wallet: owner, items, expectedPrice })
  const { execution } = await run.result()
  expect(owner.batches.map((calls) => calls.length)).toEqual([2])
  expect(owner.prompts).toEqual([])
  const done = execution.steps.flatMap((step) => step.items)
  expect(done.map(({ purpose, proof, bundle }) => ({ purpose, proof, bundle }))).toEqual([
    { purpose: 'approve-token', proof: 'chain', bundle: 'bundle-1' },
    { purpose: 'sell', proof: 'chain', bundle: 'bundle-1' },
  ])
  const states = (await client.journal.entries()).map(({ state }) => state)
  expect(new Set(states)).toEqual(new Set(['done', 'posted']))
})

test('of a batch that was carried out in part, what happened and what did not are told apart', async () => {
  const owner = batching(open().wallet(9), 1)
  const { client, items, expectedPrice } = await offered(owner, open().wallet(3))
  const { status, error, steps } = await acceptOffers(client, { wallet: owner, items, expectedPrice }).done
  expect(status).toBe('failed')
  expect(error).toMatchObject({ code: 'transaction_reverted', money: 'spent', data: { bundle: 'bundle-1' } })
  const ends = steps.flatMap((step) => step.items).map(({ purpose, phase }) => ({ purpose, phase }))
  expect(ends).toEqual([
    { purpose: 'approve-token', phase: 'complete' },
    { purpose: 'sell', phase: 'failed' },
  ])
})

test('a wallet that does not say whether it can batch is asked call by call', async () => {
  const owner = Object.assign(batching(open().wallet(6)), {
    capabilities: async () => {
      throw new Error('no such method')
    },
  })
  const { client, items, expectedPrice } = await offered(owner, open().wallet(3))
  await acceptOffers(client, { wallet: owner, items, expectedPrice }).result()
  expect(owner.batches).toEqual([])
  expect(owner.prompts).toHaveLength(2)
})
