import { rpc } from '@sluice/devnet'
import type { CheckedTransaction } from '@sluice/guards'
import { type Address, type Hex, zeroAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import type { JournalEntry } from '../../src/journal/journalEntry.ts'
import { type JournalStorage, memoryStorage } from '../../src/journal/storage.ts'
import { writeEntry } from '../../src/mandate/entry.ts'
import { createMandate, type Mandate, type MandateTerms } from '../../src/mandate.ts'
import { priceTolerance } from '../../src/plan/tolerance.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import { listUnits, type ScriptedWallet, useMarket, withBlocks } from '../support/market.ts'
import type { Received, Reply } from '../support/provider.ts'

/** A provider sells several units of one listing by one call for each unit, and the calls are the same byte by byte. */
const market = useMarket()

const eth = 10n ** 18n
/** What an agreed price may be exceeded by. */
const tolerance = priceTolerance(18)
const ids = { next: 770_001n }

type Item = { readonly status: string }
type Step = { readonly id: string; readonly items: readonly Item[] }
type Path = readonly { readonly quote: number }[]

/** Repeats the call for one unit as often as units are wanted. */
async function oneByOne(request: Received): Promise<Reply> {
  const [{ orderId, quantity }] = request.body.items
  const reply = await market.forward({
    ...request,
    body: { ...request.body, items: [{ orderId, quantity: 1 }] },
  })
  const body = reply.body as { steps: readonly Step[]; path: Path }
  const times = <T>(list: readonly T[]) => Array.from({ length: quantity }, () => list).flat()
  const steps = body.steps.map((step) => (step.id === 'sale' ? { ...step, items: times(step.items) } : step))
  return { body: { ...body, steps, path: times(body.path) } }
}

beforeAll(() => market.front.on('/execute/buy/v7', oneByOne))

/** Ten units listed at one coin each; what buys two of them. */
async function listed() {
  const { token, orderId } = await listUnits(market, ids.next++)
  const two = {
    items: [{ orderId, quantity: 2 }],
    expectedPrice: { [zeroAddress]: { raw: 2n * eth } },
  }
  return { token, two }
}

async function heldOf(token: string, { account }: ScriptedWallet): Promise<bigint> {
  const [to = '', tokenId = '0'] = token.split(':')
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const data = `0x00fdd58e${word(BigInt(account))}${word(BigInt(tokenId))}`
  return BigInt(await rpc<`0x${string}`>(market.chain.rpcUrl, 'eth_call', [{ to, data }, 'latest']))
}

const refusal = { code: 4001, message: 'User rejected the request.' }

/** Refuses every prompt after the first. */
const refusingSecond = (wallet: ScriptedWallet): ScriptedWallet =>
  Object.assign(wallet, {
    script: () => {
      if (wallet.prompts.length > 1) throw refusal
    },
  })

const mandateOf = (
  wallet: Wallet,
  token: string,
  terms: Partial<MandateTerms> = {},
  client = market.client(),
) =>
  createMandate(client, wallet, {
    spend: [{ currency: zeroAddress, amount: 2n * eth + tolerance }],
    networkFee: eth,
    per: 'total',
    collections: [token.split(':')[0] as Address],
    until: Date.now() + 86_400_000,
    actions: ['buy'],
    ...terms,
  })

test('two calls that are the same are two entries, and a refusal of the second leaves the first as it was', async () => {
  const { token, two } = await listed()
  const buyer = refusingSecond(market.wallet(3))
  const client = market.client()
  const { error, money } = await buyTokens(client, { wallet: buyer, ...two }).done
  expect([error?.code, money, await heldOf(token, buyer)]).toEqual(['wallet_refused', 'spent', 1n])
  const entries = await client.journal.entries()
  expect(entries.map(({ purpose, state }) => [purpose, state])).toEqual([
    ['buy', 'done'],
    ['buy', 'rejected'],
  ])
  expect(new Set(entries.map(({ digest }) => digest)).size).toBe(1)
})

/** What one call reserves for its network fee, seen in a mandate of its own whose wallet refuses. */
async function reservedFee(token: string, two: Parameters<Mandate['buyTokens']>[0]): Promise<bigint> {
  const wallet = Object.assign(market.wallet(4), {
    script: () => {
      throw refusal
    },
  })
  const mandate = mandateOf(wallet, token)
  expect((await mandate.buyTokens(two).done).error?.code).toBe('wallet_refused')
  return (await mandate.state()).networkFee?.used ?? 0n
}

/** Mines a block, so that the chain supports what a wallet said it did not send. */
const blockPasses = () => rpc(market.chain.rpcUrl, 'anvil_mine', ['0x1'])

test('a mandate whose second call has no room for its fee counts the first', async () => {
  const { token, two } = await listed()
  const fee = await reservedFee(token, two)
  const buyer = market.wallet(4)
  const mandate = mandateOf(buyer, token, { networkFee: (fee * 115n) / 100n })
  const { error } = await mandate.buyTokens(two).done
  expect(error).toMatchObject({ code: 'blocked', data: { field: 'mandate.networkFee' } })
  for (let looks = 0; looks < 3; looks += 1) {
    await blockPasses()
    expect(await mandate.state()).toMatchObject({ spend: [{ used: eth, left: eth + tolerance }], open: 0 })
  }
  const { error: beyond } = await mandate.buyTokens(two).done
  expect(beyond).toMatchObject({ code: 'invalid_input', data: { field: 'mandate.spend' } })
  expect(await heldOf(token, buyer)).toBe(1n)
})

test('a mandate counts the first call after the wallet refused the second, and has room for one more', async () => {
  const { token, two } = await listed()
  const buyer = refusingSecond(market.wallet(5))
  const mandate = mandateOf(buyer, token)
  expect((await mandate.buyTokens(two).done).error?.code).toBe('wallet_refused')
  // The refusal counts as spent until a later block shows nothing of it.
  expect(await mandate.state()).toMatchObject({ spend: [{ used: 2n * eth }], open: 1 })
  await blockPasses()
  expect(await mandate.state()).toMatchObject({ spend: [{ used: eth, left: eth + tolerance }], open: 0 })
  const { error } = await mandate.buyTokens(two).done
  expect(error).toMatchObject({ code: 'invalid_input', data: { field: 'mandate.spend' } })
  buyer.script = () => undefined
  const [item] = two.items
  const one = { items: [{ ...item, quantity: 1 }], expectedPrice: { [zeroAddress]: { raw: eth } } }
  expect((await mandate.buyTokens(one).done).status).toBe('complete')
  expect(await mandate.state()).toMatchObject({ spend: [{ used: 2n * eth, left: tolerance }], open: 0 })
  expect(await heldOf(token, buyer)).toBe(2n)
})

test('a mandate forgets what was reserved for a refused call, and not what a call before it reserved under the same id', async () => {
  const { token } = await listed()
  const buyer = market.wallet(5)
  const storage = { ...memoryStorage(), durable: true }
  const client = market.client({ storage })
  const now = Date.now()
  const refused: JournalEntry = {
    id: 'run.call',
    run: 'run',
    chainId: market.chain.id,
    account: buyer.account,
    action: 'buy',
    kind: 'transaction',
    purpose: 'buy',
    digest: `0x${'1'.repeat(64)}`,
    state: 'rejected',
    orderIds: [],
    createdAt: now,
    updatedAt: now - 3_600_000,
  }
  await client.journal.write(refused)
  const mandate = mandateOf(buyer, token, {}, client)
  const usedBy = async (at: number) => {
    const spends = [{ currency: zeroAddress, amount: eth }]
    const reserved = {
      id: 'one',
      state: 'reserved',
      journal: refused.id,
      kept: false,
      allows: [],
      fee: 0n,
    } as const
    await storage.set(
      `sluice.mandate.1.${market.chain.id}.default.one`,
      writeEntry({ ...reserved, at, spends }),
    )
    return (await mandate.state()).spend[0]?.used
  }
  expect([await usedBy(now - 1), await usedBy(now)]).toEqual([eth, 0n])
})

test('after a reload, two calls that are the same are found in two transactions', async () => {
  const { token, two } = await listed()
  const buyer = market.wallet(6)
  const inner = memoryStorage()
  // It is full after each entry's first text.
  const full: JournalStorage = {
    ...inner,
    durable: true,
    set: async (key, value) => {
      if (!value.includes('"state":"prompting"')) throw new Error('The quota is exceeded.')
      return inner.set(key, value)
    },
  }
  const run = buyTokens(market.client({ storage: full }), { wallet: buyer, ...two })
  const { hashes } = await run.result()
  const client = market.client({ storage: { ...inner, durable: true } })
  const found = await resume(client, { wallet: buyer })
  expect(found.map(({ before, entry }) => [before, entry.state])).toEqual([
    ['prompting', 'done'],
    ['prompting', 'done'],
  ])
  expect(new Set(found.map(({ entry }) => entry.hash))).toEqual(new Set(hashes))
  expect([new Set(hashes).size, await heldOf(token, buyer)]).toEqual([2, 2n])
})

/** A wallet that batches, sends the first calls of a batch one after the other, and knows how it ended. */
function batching(wallet: ScriptedWallet, carried: number) {
  const hashes: Hex[] = []
  return Object.assign(wallet, {
    hashes,
    capabilities: async () => ({ atomic: true }),
    sendCalls: async (calls: readonly CheckedTransaction[]) => {
      for (const call of calls.slice(0, carried)) hashes.push((await market.sendRaw(wallet, call)) as Hex)
      return 'bundle-1'
    },
    callsStatus: async () => ({
      state: carried < 2 ? ('partial' as const) : ('confirmed' as const),
      hashes,
    }),
  })
}

test('a page that dies during a batch of two calls that are the same finds each of them', async () => {
  const { token, two } = await listed()
  const buyer = batching(market.wallet(7), 2)
  const died = new AbortController()
  const { sendCalls } = buyer
  buyer.sendCalls = async (calls) => {
    await sendCalls(calls)
    died.abort()
    return new Promise(() => undefined)
  }
  const storage = { ...memoryStorage(), durable: true }
  await buyTokens(market.client({ storage }), { wallet: buyer, ...two, signal: died.signal }).done
  const found = await resume(market.client({ storage }), { wallet: buyer })
  expect(found.map(({ entry }) => [entry.bundle?.index, entry.state, entry.hash])).toEqual([
    [0, 'done', buyer.hashes[0]],
    [1, 'done', buyer.hashes[1]],
  ])
  expect(await heldOf(token, buyer)).toBe(2n)
})

test('a batch that carried out one of two calls that are the same is not done', async () => {
  const { token, two } = await listed()
  const buyer = batching(market.wallet(8), 1)
  const client = market.client()
  const { error, steps } = await withBlocks(market, buyTokens(client, { wallet: buyer, ...two }))
  expect([error?.code, await heldOf(token, buyer)]).toEqual(['transaction_reverted', 1n])
  expect(steps.flatMap(({ items }) => items).map(({ phase }) => phase)).toEqual(['complete', 'failed'])
  expect((await client.journal.entries()).map(({ state }) => state)).toEqual(['done', 'failed'])
})

test('calls that a wallet would not batch are prompted one by one, each with an entry of its own', async () => {
  const { token, two } = await listed()
  const buyer = batching(market.wallet(9), 0)
  buyer.sendCalls = async () => {
    throw Object.assign(new Error('Atomicity is not supported.'), { code: 5760 })
  }
  buyer.callsStatus = async () => {
    throw Object.assign(new Error('Unknown bundle id'), { code: 5730 })
  }
  const client = market.client()
  const { hashes } = await buyTokens(client, { wallet: buyer, ...two }).result()
  const entries = await client.journal.entries()
  expect(entries.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(entries.map(({ hash }) => hash)).toEqual(hashes)
  expect([new Set(hashes).size, await heldOf(token, buyer)]).toEqual([2, 2n])
})
