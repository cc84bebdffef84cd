import { getEventListeners } from 'node:events'
import { incrementCounter, seaportAddress } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import {
  cancelSignedOrders,
  exportJournal,
  getSignedOrders,
  readJournalExport,
  watchSignedOrders,
} from '../../src/actions/signedOrders.ts'
import type { Client } from '../../src/client.ts'
import { TradeError } from '../../src/errors.ts'
import type { SignedOrder } from '../../src/journal/signedOrderStatus.ts'
import { memoryStorage } from '../../src/journal/storage.ts'
import { progressOf } from '../../src/run/progressOf.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'

const market = useMarket()

const native = '0x0000000000000000000000000000000000000000'
const eth = 10n ** 18n

const list = async (client: Client, seller: ScriptedWallet, weiPrice = eth) => {
  const token = await market.mint(seller)
  await listTokens(client, { wallet: seller, listings: [{ token, weiPrice }] }).done
  return token
}
const statesOf = async (client: Client) => (await getSignedOrders(client)).map(({ state }) => state)

test('an order is live from its signature on, and filled when the chain shows it', async () => {
  const [seller, buyer] = [market.wallet(0), market.wallet(1)]
  const client = market.client()
  const token = await list(client, seller)
  const [live] = await getSignedOrders(client)
  const [contract, tokenId] = token.split(':')
  expect(live).toMatchObject({
    state: 'live',
    proven: true,
    side: 'ask',
    account: seller.account,
    gives: [{ kind: 'erc721', contract, tokenId: BigInt(tokenId ?? ''), amount: 1n }],
  })
  await buyTokens(market.client(), {
    wallet: buyer,
    items: [{ token }],
    expectedPrice: { [native]: { raw: eth } },
  }).result()
  expect(await getSignedOrders(client)).toMatchObject([{ state: 'filled', filled: { of: 1n, done: 1n } }])
})

test('an order whose price falls is told by the least that it brings', async () => {
  const seller = market.wallet(0)
  const client = market.client()
  const token = await market.mint(seller)
  const fees = [`${market.wallet(1).account}:100`]
  const prices = { weiPrice: 3n * eth, endWeiPrice: eth }
  await listTokens(client, { wallet: seller, listings: [{ token, ...prices, fees }] }).done
  expect(await getSignedOrders(client)).toMatchObject([
    { gets: [{ kind: 'native', contract: native, amount: (eth * 99n) / 100n }] },
  ])
})

test('an offer for a list is told apart from one for any token of the collection', async () => {
  const [maker, owner] = [market.wallet(5), market.wallet(6)]
  const client = market.client()
  const tokens = [await market.mint(owner), await market.mint(owner)]
  const [collection = ''] = tokens[0]?.split(':') ?? []
  const answer = await fetch(`${market.front.url}/token-sets/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tokens }),
  })
  const { id: tokenSetId } = (await answer.json()) as { id: string }
  const tokenIds = tokens.map((token) => BigInt(token.split(':')[1] ?? ''))
  await placeBids(client, { wallet: maker, bids: [{ tokenSetId, tokenIds, weiPrice: 1_000n }] }).result()
  await placeBids(client, { wallet: maker, bids: [{ collection, weiPrice: 1_000n }] }).result()
  const [any, listed] = (await getSignedOrders(client)).map(({ gets }) => gets)
  const root = BigInt(tokenSetId.split(':').at(-1) ?? '')
  expect(listed).toEqual([
    { kind: 'erc721', contract: collection, oneOf: { root, count: undefined }, amount: 1n },
  ])
  expect(any).toEqual([{ kind: 'erc721', contract: collection, amount: 1n }])
})

test('a signature that the provider dropped is known, and can be cancelled while the provider is down', async () => {
  const seller = market.wallet(2)
  const storage = memoryStorage()
  const client = market.client({ storage })
  market.front.on('/order/*', { status: 500, body: {} })
  await list(client, seller)
  market.front.on('/order/*', market.forward)
  const [swallowed] = await getSignedOrders(client)
  expect(swallowed).toMatchObject({ state: 'maybe_live', proven: true })

  // Whatever is asked of the provider now gets no answer.
  const before = market.front.requests.length
  const dead = market.client({ storage, fetch: refusing(market.front.url) })
  const run = cancelSignedOrders(dead, { wallet: seller, orderIds: [swallowed?.orderId ?? ''] })
  const { execution } = await run.result()
  expect(execution.steps[0]?.items[0]).toMatchObject({ purpose: 'cancel', proof: 'chain' })
  expect(await getSignedOrders(dead)).toMatchObject([{ state: 'cancelled', proven: true }])
  expect(market.front.requests).toHaveLength(before)
})

/** A network on which the provider cannot be reached; nodes can. */
const refusing =
  (provider: string): typeof globalThis.fetch =>
  (input, init) =>
    String(input).startsWith(new URL(provider).origin)
      ? Promise.reject(new TypeError('fetch failed'))
      : fetch(input, init)

test('one transaction voids every signed order', async () => {
  const maker = market.wallet(3)
  const client = market.client()
  await list(client, maker)
  const token = await list(client, maker, 2n * eth)
  await placeBids(client, { wallet: maker, bids: [{ collection: token.split(':')[0], weiPrice: 1_000n }] })
    .done
  expect(await statesOf(client)).toEqual(['live', 'live', 'live'])
  const prompts = maker.prompts.length
  await cancelSignedOrders(client, { wallet: maker, all: true }).result()
  expect(maker.prompts).toHaveLength(prompts + 1)
  expect(await statesOf(client)).toEqual(['counter_raised', 'counter_raised', 'counter_raised'])
})

describe('a journal that knows only orders of an older Seaport', () => {
  async function page(index: number) {
    const maker = market.wallet(index)
    const client = market.client()
    const token = await market.mint(maker)
    const listing = { token, weiPrice: eth, orderKind: 'seaport-v1.5' } as const
    await listTokens(client, { wallet: maker, listings: [listing] }).result()
    expect(await statesOf(client)).toEqual(['live'])
    const raised = () =>
      maker.prompts.flatMap((prompt) =>
        prompt.kind === 'transaction' && prompt.data === incrementCounter(prompt.to).data ? [prompt.to] : [],
      )
    return { maker, client, raised }
  }
  const [newest, older] = [seaportAddress['1.6'].toLowerCase(), seaportAddress['1.5'].toLowerCase()]

  test('voids every signed order on the newest Seaport, too', async () => {
    const { maker, client, raised } = await page(7)
    await cancelSignedOrders(client, { wallet: maker, all: true }).result()
    expect(raised()).toEqual([newest, older])
    expect(await statesOf(client)).toEqual(['counter_raised'])
  })

  test('does not call everything cancelled if only one of the two transactions was sent', async () => {
    const { maker, client, raised } = await page(8)
    maker.script = () => {
      if (raised().length === 2) throw new TradeError('wallet_refused', 'No')
    }
    const execution = await cancelSignedOrders(client, { wallet: maker, all: true }).done
    maker.script = () => undefined
    expect(execution.error?.code).toBe('wallet_refused')
    expect(raised()).toEqual([newest, older])
    expect(progressOf(execution).items.map(({ state }) => state)).toEqual(['partial'])
    expect(await statesOf(client)).toEqual(['live'])
  })
})

test('an approval for a new offer covers the live ones, and no cancelled ones', async () => {
  const maker = market.wallet(6)
  const client = market.client()
  const [collection] = (await market.mint(maker)).split(':')
  const approvals = async (weiPrice: bigint) => {
    const before = maker.prompts.length
    await placeBids(client, { wallet: maker, bids: [{ collection, weiPrice }] }).result()
    return maker.prompts
      .slice(before)
      .flatMap((prompt) =>
        prompt.kind === 'transaction' && prompt.data.startsWith('0x095ea7b3')
          ? [BigInt(`0x${prompt.data.slice(-64)}`)]
          : [],
      )
  }
  expect(await approvals(1_000n)).toEqual([1_000n])
  expect(await approvals(5_000n)).toEqual([6_000n])
  await cancelSignedOrders(client, { wallet: maker, all: true }).result()
  expect(await approvals(7_000n)).toEqual([7_000n])
})

test('several orders are cancelled in one transaction, without one that the journal does not know', async () => {
  const maker = market.wallet(4)
  const client = market.client()
  await list(client, maker)
  await list(client, maker)
  const orderIds = (await getSignedOrders(client)).map(({ orderId }) => orderId)
  const other = cancelSignedOrders(client, { wallet: maker, orderIds: [`0x${'11'.repeat(32)}`] })
  expect((await other.done).error?.code).toBe('invalid_input')
  const prompts = maker.prompts.length
  await cancelSignedOrders(client, { wallet: maker, orderIds }).result()
  expect(maker.prompts).toHaveLength(prompts + 1)
  expect(await statesOf(client)).toEqual(['cancelled', 'cancelled'])
})

test('an edited entry counts as no order', async () => {
  const storage = memoryStorage()
  const client = market.client({ storage })
  await list(client, market.wallet(5))
  const [key = ''] = (await storage.keys()).filter((one) => one.startsWith('sluice.journal'))
  const kept = (await storage.get(key)) ?? ''
  await storage.set(key, kept.replace(`"startAmount":"${eth}"`, '"startAmount":"1"'))
  expect(await getSignedOrders(client)).toEqual([])
})

test('without a node, the journal’s orders are reported as unproven', async () => {
  const storage = memoryStorage()
  await list(market.client({ storage }), market.wallet(0))
  const blind = market.client({ storage, fetch: refusing(market.chain.rpcUrl) })
  expect(await getSignedOrders(blind)).toMatchObject([{ state: 'live', proven: false }])
})

test('a watcher is notified of a new order and of its end', async () => {
  const maker = market.wallet(1)
  const client = market.client()
  const heard: string[] = []
  const stop = watchSignedOrders(client, {}, (all: readonly SignedOrder[]) =>
    heard.push(all.map(({ state }) => state).join()),
  )
  await list(client, maker)
  await expect.poll(() => heard.at(-1)).toBe('live')
  await cancelSignedOrders(client, { wallet: maker, all: true }).result()
  await expect.poll(() => heard.at(-1)).toBe('counter_raised')
  stop()
})

test('a watcher that stops leaves no listener on the abort signal', () => {
  const { signal } = new AbortController()
  const client = market.client()
  for (let page = 0; page < 12; page += 1) watchSignedOrders(client, { signal }, () => undefined)()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('an exported journal reports what happened and holds nothing that could be used', async () => {
  const client = market.client()
  await list(client, market.wallet(0))
  const [entry] = await client.journal.entries()
  const text = await exportJournal(client)
  expect(entry?.post?.signature).toMatch(/^0x/)
  expect(text).not.toContain(entry?.post?.signature ?? '-')
  expect(text).not.toContain('"body"')
  expect(readJournalExport(text)).toMatchObject([{ state: 'posted', orderIds: entry?.orderIds }])
  expect(() => readJournalExport('{}')).toThrow('not an exported journal')
})
