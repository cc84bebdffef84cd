import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JournalStorage, memoryStorage } from '../../src/journal/storage.ts'
import type { MandateEntry } from '../../src/mandate/entry.ts'
import { committed, openLedger } from '../../src/mandate/ledger.ts'
import { parseTerms } from '../../src/mandate/terms.ts'
import {
  createMandate,
  type DelegationContracts,
  type Mandate,
  type MandateTerms,
  mandateDelegations,
} from '../../src/mandate.ts'
import type { Run } from '../../src/run/run.ts'
import { account, collection, openScripted, receiver, type Scripted } from '../support/scripted.ts'

const held: { scripted?: Scripted } = {}
beforeAll(async () => {
  held.scripted = await openScripted()
})
afterAll(() => held.scripted?.stop())

const terms: MandateTerms = {
  spend: [{ currency: zeroAddress, amount: 100n }],
  per: 'day',
  collections: [collection],
  until: Date.now() + 30 * 86_400_000,
  actions: ['buy', 'sell', 'list', 'bid', 'transfer'],
}
const contracts: DelegationContracts = {
  DelegationManager: receiver,
  AllowedCalldataEnforcer: receiver,
  AllowedMethodsEnforcer: receiver,
  AllowedTargetsEnforcer: receiver,
  ERC721BalanceChangeEnforcer: receiver,
  LimitedCallsEnforcer: receiver,
  LogicalOrWrapperEnforcer: receiver,
  NativeTokenPeriodTransferEnforcer: receiver,
  TimestampEnforcer: receiver,
  ValueLteEnforcer: receiver,
}
const token = `${collection}:7`
const buy = { items: [{ token }], expectedPrice: { [zeroAddress]: { raw: 50n } } }

test.each<[string, Partial<MandateTerms>, (mandate: Mandate) => Run]>([
  [
    'actions',
    { actions: ['buy'] },
    (mandate) => mandate.transferTokens({ to: receiver, items: [{ token }] }),
  ],
  ['actions', { actions: ['buy'] }, (mandate) => mandate.listTokens({ listings: [{ token, weiPrice: 1n }] })],
  ['actions', {}, (mandate) => mandate.cancelOrders({ orderIds: [], all: true })],
  ['collections', { collections: [receiver] }, (mandate) => mandate.buyTokens(buy)],
  ['spend', { spend: [] }, (mandate) => mandate.buyTokens(buy)],
  ['spend', { spend: [{ currency: zeroAddress, amount: 49n }] }, (mandate) => mandate.buyTokens(buy)],
  ['spend', {}, (mandate) => mandate.buyTokens({ items: [{ token }] })],
  ['spend', {}, (mandate) => mandate.placeBids({ bids: [{ token, weiPrice: 5n, currency: receiver }] })],
  ['until', { until: 1 }, (mandate) => mandate.buyTokens(buy)],
  [
    'until',
    { spend: [{ currency: receiver, amount: 100n }] },
    (mandate) =>
      mandate.placeBids({
        bids: [{ token, weiPrice: 5n, currency: receiver, expirationTime: '9999999999' }],
      }),
  ],
  ['floors', {}, (mandate) => mandate.acceptOffers({ items: [{ token }] })],
  ['recipients', {}, (mandate) => mandate.transferTokens({ to: receiver, items: [{ token }] })],
  ['recipients', {}, (mandate) => mandate.buyTokens({ ...buy, options: { taker: receiver } })],
  ['recipients', {}, (mandate) => mandate.buyTokens({ ...buy, options: { feesOnTop: [`${receiver}:50`] } })],
])('what a mandate does not allow ends before anything is requested: %s', async (field, changed, start) => {
  const { provider, client, wallet } = held.scripted!
  const before = provider.requests.length
  const own = wallet()
  const { error, money } = await start(createMandate(client(), own, { ...terms, ...changed })).done
  expect(error).toMatchObject({ code: 'invalid_input', data: { field: `mandate.${field}` } })
  expect([money, own.sent.length, provider.requests.length - before]).toEqual(['untouched', 0, 0])
})

test('a caller cannot pass a wallet, a chain or a gas limit of its own', async () => {
  const { client, wallet } = held.scripted!
  const [own, foreign] = [wallet(), wallet()]
  const mandate = createMandate(client(), own, { ...terms, recipients: [receiver] })
  const given = {
    to: receiver,
    items: [{ token }],
    wallet: foreign,
    chainId: 5,
    gas: 1n,
    confirm: () => true,
  }
  const { error, chainId } = await mandate.transferTokens(given).done
  // No node says what the gas may cost, so that nothing is sent.
  expect([error?.code, chainId, foreign.sent.length, own.sent.length]).toEqual([
    'provider_unreachable',
    1,
    0,
    0,
  ])
})

test.each([
  ['spend.0.amount', { spend: [{ currency: zeroAddress, amount: -1n }] }],
  ['spend', { spend: [...terms.spend, ...terms.spend] }],
  ['per', { per: 'week' }],
  ['per', { per: 0 }],
  ['collections', { collections: [] }],
  ['collections.0', { collections: ['all'] }],
  ['until', { until: '2030' }],
  ['actions.0', { actions: ['steal'] }],
  ['networkFee', { networkFee: 0.5 }],
  ['limit', { limit: 5 }],
])('terms that cannot be used name their field: %s', (field, changed) => {
  const { client, wallet } = held.scripted!
  const wrong = { ...terms, ...changed } as MandateTerms
  expect(() => createMandate(client(), wallet(), wrong)).toThrow(
    expect.objectContaining({ code: 'invalid_input', data: { field: `mandate.${field}` } }),
  )
})

const entryOf = (amount: bigint): Omit<MandateEntry, 'id' | 'state' | 'at'> => ({
  journal: 'run.item',
  kept: false,
  spends: [{ currency: zeroAddress, amount }],
  allows: [],
  fee: 0n,
})

/** A storage whose answers take a while, in an order that differs each time. */
function slowStorage(): JournalStorage {
  const inner = memoryStorage()
  const later = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let turn = Math.floor(Math.random() * 20); turn > 0; turn -= 1) await Promise.resolve()
    return work()
  }
  return {
    durable: true,
    get: (key) => later(() => inner.get(key)),
    set: (key, value) => later(() => inner.set(key, value)),
    delete: (key) => later(() => inner.delete(key)),
    keys: () => later(() => inner.keys()),
  }
}

test('processes that share a storage never reserve more than there is, however they interleave', async () => {
  for (let round = 0; round < 20; round += 1) {
    const storage = slowStorage()
    const processes = Array.from({ length: 5 }, () => openLedger(storage, parseTerms(terms), 1))
    const ends = await Promise.allSettled(processes.map(({ reserve }) => reserve(entryOf(40n))))
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2)
    const left = await processes[0]!.entries()
    expect(left.length).toBe(ends.filter(({ status }) => status === 'fulfilled').length)
  }
})

test('a storage that fails, or holds something unreadable, reserves nothing', async () => {
  const storage = memoryStorage()
  const ledger = openLedger(storage, parseTerms(terms), 1)
  await ledger.reserve(entryOf(1n))
  const [key] = await storage.keys()
  await storage.set(key!, '{"spends":[]}')
  await expect(ledger.reserve(entryOf(1n))).rejects.toMatchObject({ code: 'storage_failed' })
  const forgetful = { ...storage, set: async () => undefined, keys: async () => [] }
  const broken = openLedger(forgetful, parseTerms(terms), 1)
  await expect(broken.reserve(entryOf(1n))).rejects.toMatchObject({ code: 'storage_failed' })
})

test('what was spent counts for the window, and what is open counts until it is proven how it ended', () => {
  const own = parseTerms({ ...terms, per: 1_000 })
  const entry = (state: MandateEntry['state'], at: number, amount: bigint): MandateEntry => ({
    ...entryOf(amount),
    id: `${state}${at}`,
    state,
    at,
  })
  const all = [entry('settled', 5_000, 1n), entry('settled', 6_500, 10n), entry('reserved', 0, 100n)]
  const used = (now: number) => committed(own, all, now).spent.get(zeroAddress)
  expect([used(5_500), used(6_600), used(9_000)]).toEqual([111n, 110n, 100n])
})

test('an allowance and what is paid out of it are the same money', () => {
  const own = parseTerms(terms)
  const allows = [{ currency: zeroAddress, spender: receiver, amount: 60n }]
  const approval: MandateEntry = { ...entryOf(0n), allows, id: 'a', state: 'settled', at: 0 }
  const bid: MandateEntry = { ...entryOf(60n), id: 'b', state: 'reserved', at: 0 }
  const used = (entries: readonly MandateEntry[]) =>
    committed(own, entries, Date.now()).spent.get(zeroAddress)
  expect([used([approval]), used([approval, bid]), used([bid, { ...bid, id: 'c' }])]).toEqual([
    60n,
    60n,
    120n,
  ])
})

test('the account of a mandate is asked for nothing while it is only looked at', async () => {
  const { client, wallet } = held.scripted!
  const mandate = createMandate(client(), { ...wallet(), address: async () => account }, terms)
  expect(await mandate.state()).toMatchObject({
    spend: [{ amount: 100n, used: 0n, left: 100n }],
    open: 0,
    ended: false,
  })
})

test.each<[string, Partial<MandateTerms>, object]>([
  ['mandate.actions', { actions: ['buy', 'transfer'] }, {}],
  ['mandate.until', { until: 1 }, {}],
  ['mandate.per', { per: 60_000, spend: [{ currency: receiver, amount: 1n }] }, {}],
  ['start', {}, { start: Number.NaN }],
  ['agent', {}, { agent: 'somebody' }],
  ['contracts.ValueLteEnforcer', {}, { contracts: { ...contracts, ValueLteEnforcer: undefined } }],
])('terms that no delegation of an account can hold are refused: %s', (field, changed, given) => {
  const parameters = { account, agent: receiver, contracts, ...given }
  const client = held.scripted!.client()
  const own: MandateTerms = { ...terms, actions: ['buy'], ...changed }
  expect(() => mandateDelegations(client, own, parameters)).toThrow(
    expect.objectContaining({ code: 'invalid_input', data: expect.objectContaining({ field }) }),
  )
})
