import { type NodeCall, rpc, sendFromNode } from '@sluice/devnet'
import type { CheckedTransaction } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import type { RunParameters } from '../../src/actions/startAction.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import { memoryStorage } from '../../src/journal/storage.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type ScriptedWallet, useMarket, withBlocks } from '../support/market.ts'

const eth = 10n ** 18n
const native = `0x${'0'.repeat(40)}` as const
const market = useMarket()

type Batching = ScriptedWallet & {
  readonly batches: (readonly CheckedTransaction[])[]
  readonly hashes: `0x${string}`[]
}

/** A wallet that batches: it sends the first `carried` calls one after the other, each with its own hash. */
function batching(wallet: ScriptedWallet, carried = Number.POSITIVE_INFINITY): Batching {
  const hashes: `0x${string}`[] = []
  const own: Batching = Object.assign(wallet, {
    batches: [] as (readonly CheckedTransaction[])[],
    hashes,
    capabilities: async () => ({ atomic: true }),
    sendCalls: async (calls: readonly CheckedTransaction[]) => {
      own.batches.push(calls)
      for (const call of calls.slice(0, carried)) {
        const hash = (await market.sendRaw(wallet, call)) as `0x${string}`
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
  const token = await market.mint(owner)
  const { conduit } = market.chain.contracts
  // Whatever a test before it permitted is taken back, so that there are two calls to make.
  const data = `0xa22cb465${conduit.slice(2).padStart(64, '0')}${'0'.repeat(64)}` as const
  const call = { kind: 'transaction', chainId: market.chain.id, to: token.split(':')[0], data, value: 0n }
  await market.sendRaw(owner, call as never)
  const client = market.client()
  const { orders } = await placeBids(client, {
    wallet: bidder,
    bids: [{ token, weiPrice: eth / 10n }],
  }).result()
  const orderId = orders[0]?.orderId ?? undefined
  const { weth } = market.chain.contracts
  return { client, items: [{ token, orderId }], expectedPrice: { [weth]: { raw: eth / 20n } } }
}

test('a wallet that can batch gets an approval and its sale in one prompt', async () => {
  const owner = batching(market.wallet(7))
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
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

test('a wallet is asked for exactly the checked calls, atomically, from the account on the chain', async () => {
  const asked: unknown[] = []
  const wallet = eip1193Wallet({
    request: async (request: unknown) => {
      asked.push(request)
      return { id: 'bundle-1' }
    },
  } as never)
  const account = `0x${'a1'.repeat(20)}` as const
  const call = { kind: 'transaction', chainId: 137, account, gas: 5n } as const
  const calls = [
    { ...call, to: `0x${'c1'.repeat(20)}`, data: '0xa22cb465', value: 0n },
    { ...call, to: `0x${'c2'.repeat(20)}`, data: '0x00000000', value: 7n },
  ] as never
  expect(await wallet.sendCalls?.(calls, '0xb1')).toBe('bundle-1')
  const params = {
    version: '2.0.0',
    id: '0xb1',
    from: account,
    chainId: '0x89',
    atomicRequired: true,
    calls: [
      { to: `0x${'c1'.repeat(20)}`, data: '0xa22cb465', value: '0x0' },
      { to: `0x${'c2'.repeat(20)}`, data: '0x00000000', value: '0x7' },
    ],
  }
  expect(asked).toEqual([{ method: 'wallet_sendCalls', params: [params] }])
})

/** A wallet behind EIP-1193 that can batch, and keeps what it was asked for. */
function walletThatBatches(owner: ScriptedWallet, answer: (params: Record<string, unknown>) => unknown) {
  const asked: Record<string, unknown>[] = []
  const able = { paymasterService: { supported: true }, atomic: { status: 'supported' } }
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    if (method === 'eth_accounts') return [owner.account]
    if (method === 'wallet_getCapabilities') return { [`0x${market.chain.id.toString(16)}`]: able }
    if (method === 'wallet_sendCalls') {
      asked.push(params[0] as Record<string, unknown>)
      return answer(params[0] as Record<string, unknown>)
    }
    if (method === 'wallet_getCallsStatus') {
      reports.push(params[0])
      if (hashes.length === 0) throw Object.assign(new Error('Unknown bundle id'), { code: 5730 })
      return { status: 200, receipts: hashes.map(receiptOfHash) }
    }
    if (method === 'eth_sendTransaction') {
      const { to, data, value } = params[0] as Record<string, `0x${string}`>
      const call = { kind: 'transaction', chainId: market.chain.id, to, data, value: BigInt(value ?? 0) }
      const hash = (await market.sendRaw(owner, call as never)) as `0x${string}`
      singles.push(hash)
      return hash
    }
    return rpc(market.chain.rpcUrl, method, params as unknown[])
  }
  const hashes: `0x${string}`[] = []
  const singles: `0x${string}`[] = []
  const reports: unknown[] = []
  const receiptOfHash = (transactionHash: string) => ({ transactionHash })
  return { request, asked, hashes, singles, reports }
}

const refusing = (code: number, message: string) => () => {
  throw Object.assign(new Error(message), { code })
}

/** A brief run tries two codes, and two ways of being carried out by somebody else. */
const brief = process.env.SLUICE_BRIEF !== undefined
const unable: readonly (readonly [number, string])[] = [
  [5700, 'This Wallet does not support a capability that was not marked as optional'],
  [5710, 'The wallet does not support the requested chain ID'],
  [5740, 'The call bundle is too large for the Wallet to process.'],
  [5750, 'The Wallet can support atomicity after an upgrade, but the user rejected the upgrade'],
  [5760, 'The wallet does not support atomic execution but the request requires it'],
  [4200, 'The Provider does not support the requested method.'],
  [-32601, 'The method does not exist / is not available.'],
  [-32603, 'wallet_sendCalls: method not supported'],
]
test.each(unable.slice(0, brief ? 2 : undefined))(
  'a wallet that turns out unable to batch (%i) is asked call by call, and its user reviews each call once',
  async (code, message) => {
    const owner = market.wallet(7)
    const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
    const window = walletThatBatches(owner, refusing(code, message))
    const confirmed: unknown[] = []
    const run = acceptOffers(client, {
      wallet: eip1193Wallet(window as never),
      items,
      expectedPrice,
      confirm: ({ item }) => confirmed.push(item.purpose) > 0,
    })
    const { execution } = await run.result()
    expect(execution.status).toBe('complete')
    expect(window.asked).toHaveLength(1)
    expect(window.singles).toHaveLength(2)
    expect(window.reports).toHaveLength(1)
    expect(confirmed).toEqual(['approve-token', 'sell'])
  },
)

test('a user who rejects a batch is not asked for its calls one by one', async () => {
  const owner = market.wallet(7)
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  const window = walletThatBatches(owner, refusing(4001, 'User rejected the request.'))
  const run = acceptOffers(client, { wallet: eip1193Wallet(window as never), items, expectedPrice })
  const { status, error } = await run.done
  expect([status, error?.code, error?.money]).toEqual(['failed', 'wallet_refused', 'untouched'])
  expect(window.singles).toEqual([])
})

const paymaster = { paymasterService: { url: 'https://paymaster.example/rpc' } }

test('a paymaster of the host reaches the wallet with one call or two, and the review says so', async () => {
  const owner = market.wallet(7)
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  const window = walletThatBatches(owner, async ({ calls }) => {
    for (const { to, data, value } of calls as Record<string, `0x${string}`>[]) {
      const call = { kind: 'transaction', chainId: market.chain.id, to, data, value: BigInt(value ?? 0) }
      window.hashes.push((await market.sendRaw(owner, call as never)) as `0x${string}`)
    }
    return { id: '0xb1' }
  })
  const wallet = eip1193Wallet(window as never, {
    capabilities: { ...paymaster, auxiliaryFunds: {}, other: { optional: true } },
  })
  const cards: unknown[] = []
  const confirm: RunParameters['confirm'] = ({ sponsored }) => cards.push(sponsored) > 0
  const sale = await acceptOffers(client, { wallet, items, expectedPrice, confirm }).result()
  expect(sale.execution.status).toBe('complete')
  window.hashes.length = 0
  const token = await market.mint(owner)
  const to = market.wallet(3).account as `0x${string}`
  const gift = await transferTokens(client, { wallet, to, items: [{ token }], confirm }).result()
  expect(gift.execution.status).toBe('complete')
  const given = { ...paymaster, other: { optional: true } }
  expect(window.asked.map(({ capabilities, atomicRequired }) => [capabilities, atomicRequired])).toEqual([
    [given, true],
    [given, false],
  ])
  expect(cards).toEqual([true, true, true])
  expect(window.singles).toEqual([])
})

test('without a paymaster, a single call is a transaction and no review says that it is sponsored', async () => {
  const owner = market.wallet(7)
  const window = walletThatBatches(owner, refusing(4001, 'never asked'))
  const token = await market.mint(owner)
  const to = market.wallet(3).account as `0x${string}`
  const cards: unknown[] = []
  const wallet = eip1193Wallet(window as never)
  const confirm: RunParameters['confirm'] = ({ sponsored }) => cards.push(sponsored) > 0
  await transferTokens(market.client(), { wallet, to, items: [{ token }], confirm }).result()
  expect([window.asked, window.singles.length, cards]).toEqual([[], 1, [undefined]])
})

test('a batch that was carried out in part reports which calls happened and which did not', async () => {
  const owner = batching(market.wallet(9), 1)
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  const run = acceptOffers(client, { wallet: owner, items, expectedPrice })
  const { status, error, steps } = await withBlocks(market, run)
  expect(status).toBe('failed')
  expect(error).toMatchObject({ code: 'transaction_reverted', money: 'spent', data: { bundle: 'bundle-1' } })
  const ends = steps.flatMap((step) => step.items).map(({ purpose, phase }) => ({ purpose, phase }))
  expect(ends).toEqual([
    { purpose: 'approve-token', phase: 'complete' },
    { purpose: 'sell', phase: 'failed' },
  ])
})

test('a page that dies during its batch asks the wallet for it by id, and sends nothing again', async () => {
  const owner = batching(market.wallet(8))
  const { sendCalls } = owner
  const named: (string | undefined)[] = []
  const died = new AbortController()
  Object.assign(owner, {
    sendCalls: async (calls: readonly CheckedTransaction[], id?: string) => {
      named.push(id)
      await sendCalls?.(calls, id)
      died.abort()
      return new Promise<string>(() => undefined)
    },
    callsStatus: async (id: string) => {
      if (id !== named[0]) throw Object.assign(new Error('Unknown bundle'), { code: 5730 })
      return { state: 'confirmed' as const, hashes: owner.hashes }
    },
  })
  const storage = { ...memoryStorage(), durable: true }
  const { items, expectedPrice } = await offered(owner, market.wallet(3))
  const page = market.client({ storage })
  const run = acceptOffers(page, { wallet: owner, items, expectedPrice, signal: died.signal })
  expect((await run.done).status).toBe('aborted')
  const resumed = await resume(market.client({ storage }), { wallet: owner })
  expect(resumed.map(({ entry }) => [entry.purpose, entry.state, entry.hash])).toEqual([
    ['approve-token', 'done', owner.hashes[0]],
    ['sell', 'done', owner.hashes[1]],
  ])
  expect(owner.batches).toHaveLength(1)
})

/**
 * An account's code: it makes the calls that it is told one after the other, each as target, wei, size (a word each) and
 * data, and goes on where one fails.
 */
const carrier = '0x5f5b80361115602a57806040013580826060015f375f5f825f856020013586355af150016060016001565b00'
/** Sends from an account of the node; returns the hash once it is mined. */
const carriedOut = async (call: NodeCall): Promise<string> =>
  (await sendFromNode(market.chain.rpcUrl, call)).transactionHash

const wordOf = (value: string | number) => BigInt(value).toString(16).padStart(64, '0')
const packed = ({ to, data, value }: Pick<CheckedTransaction, 'to' | 'data' | 'value'>): string =>
  `${wordOf(to)}${wordOf(`${value}`)}${wordOf(data.length / 2 - 1)}${data.slice(2)}`

test('after a reload, a batch sent by somebody else counts if it holds our calls, and is done if they had their effect', async () => {
  const world = market
  const owner = batching(world.wallet(8))
  const relay = world.wallet(3)
  const account = await owner.address()
  const sent: { calls: readonly CheckedTransaction[]; hash?: string } = { calls: [] }
  const died = new AbortController()
  Object.assign(owner, {
    sendCalls: async (calls: readonly CheckedTransaction[]) => {
      sent.calls = calls
      died.abort()
      return new Promise<string>(() => undefined)
    },
    callsStatus: async () => ({ state: 'confirmed' as const, hashes: [sent.hash] }),
  })
  const { items, expectedPrice } = await offered(owner, relay)
  const storage = { ...memoryStorage(), durable: true }
  const page = world.client({ storage })
  await acceptOffers(page, { wallet: owner, items, expectedPrice, signal: died.signal }).done
  const written = await Promise.all(
    (await storage.keys()).map(async (key) => [key, (await storage.get(key)) as string] as const),
  )
  await rpc(world.chain.rpcUrl, 'anvil_setCode', [account, carrier])
  /** What the journal says after a transaction of somebody else's. */
  const after = async (to: Address, data: Hex, old = false) => {
    for (const [key, text] of written)
      await storage.set(key, JSON.stringify({ ...JSON.parse(text), ...(old ? { call: 0 } : {}) }))
    // Gas for all: a wallet reckons with what the transaction needs where its calls fail.
    const call = { from: relay.account, to, data, gas: 2_000_000n }
    sent.hash = await carriedOut(call)
    const resumed = await resume(world.client({ storage }), { wallet: owner })
    return resumed.map(({ entry }) => [entry.purpose, entry.state])
  }
  const { weth } = world.chain.contracts
  /** It names the account, and carries calls that nobody makes. */
  const named = (calls: string, old = false) =>
    after(weth, `0xa9059cbb${wordOf(account)}${wordOf(0)}${calls}`, old)
  const made = (...calls: Parameters<typeof packed>[0][]) => after(account, `0x${calls.map(packed).join('')}`)
  const states = (first: string, second: string) => [
    ['approve-token', first],
    ['sell', second],
  ]
  try {
    const [approval, sale] = sent.calls as [CheckedTransaction, CheckedTransaction]
    expect(await named('')).toEqual(states('unknown', 'unknown'))
    expect(await named(packed(approval) + packed(sale))).toEqual(states('failed', 'failed'))
    const other = {
      ...sale,
      data: `${sale.data.slice(0, -2)}${sale.data.endsWith('00') ? '01' : '00'}`,
    } as const
    expect(await named(packed(approval) + packed(other as never))).toEqual(states('failed', 'unknown'))
    expect(await made({ ...approval, to: relay.account })).toEqual(states('unknown', 'unknown'))
    // Nothing may move the token: the sale fails, and the account goes on.
    expect(await made(sale)).toEqual(states('unknown', 'failed'))
    // An entry of before does not say how its call begins.
    expect(await named('', true)).toEqual(states('done', 'failed'))
    expect(await made(approval, sale)).toEqual(states('done', 'done'))
    // The order is filled: it cannot be again.
    expect(await made(approval, sale)).toEqual(states('done', 'failed'))
  } finally {
    await rpc(world.chain.rpcUrl, 'anvil_setCode', [account, '0x'])
  }
})

const listed = async (client: Client, wallet: ScriptedWallet, token: string) => {
  const { orders } = await listTokens(client, { wallet, listings: [{ token, weiPrice: eth / 10n }] }).result()
  return orders[0]?.orderId as string
}
type Begun = (how: Pick<RunParameters, 'wallet' | 'signal'>) => { readonly done: Promise<unknown> }
const carried: Readonly<Record<string, (client: Client, owner: ScriptedWallet) => Promise<Begun>>> = {
  buy: async (client) => {
    const seller = market.wallet(3)
    const orderId = await listed(client, seller, await market.mint(seller))
    return (how) =>
      buyTokens(client, { ...how, items: [{ orderId }], expectedPrice: { [native]: { raw: eth / 10n } } })
  },
  cancel: async (client, owner) => {
    const orderIds = [await listed(client, owner, await market.mint(owner))]
    return (how) => cancelOrders(client, { ...how, orderIds })
  },
  'cancel all': async (client) => (how) => cancelOrders(client, { ...how, orderIds: [], all: true }),
  transfer: async (client, owner) => {
    const token = await market.mint(owner)
    const to = market.wallet(3).account as `0x${string}`
    return (how) => transferTokens(client, { ...how, to, items: [{ token }] })
  },
  'transfer of units': async (client, owner) => {
    const token = await market.mintUnits(owner, 77n, 5n)
    const to = market.wallet(3).account as `0x${string}`
    return (how) => transferTokens(client, { ...how, to, items: [{ token, quantity: 2 }] })
  },
  wrap: async (client) => {
    const token = await market.mint(market.wallet(3))
    return (how) => placeBids(client, { ...how, bids: [{ token, weiPrice: 90n * eth }] })
  },
}

test.each(Object.keys(carried).slice(0, brief ? 2 : undefined))(
  'after a reload, a %s inside somebody else’s transaction is done if it was made, and failed if it was not',
  async (name) => {
    const world = market
    const [owner, relay] = [world.wallet(6), world.wallet(3)]
    const account = await owner.address()
    const storage = { ...memoryStorage(), durable: true }
    const page = world.client({ storage })
    const begin = await (carried[name] as (typeof carried)[string])(page, owner)
    const died = new AbortController()
    const asked: CheckedTransaction[] = []
    owner.script = async (prompt) => {
      asked.push(prompt as CheckedTransaction)
      died.abort()
      return new Promise(() => undefined)
    }
    await begin({ wallet: owner, signal: died.signal }).done
    const [call] = asked as [CheckedTransaction]
    const entry = (await page.journal.entries()).find(({ state }) => state === 'prompting')
    /** What the journal says that knows no more than this. */
    const found = async (known: object) => {
      await page.journal.write({ ...entry, ...known } as never)
      const resumed = await resume(world.client({ storage, pollingInterval: 20 }), { wallet: owner })
      return resumed.map(({ entry: { purpose, state } }) => [purpose, state])
    }
    const safe = `0x${'5a'.repeat(32)}`
    const contract = { nonceBefore: undefined }
    const after = async (code: string) => {
      await rpc(world.chain.rpcUrl, 'anvil_setCode', [account, code])
      const told = { from: relay.account, to: account, data: `0x${packed(call)}` as const, gas: 2_000_000n }
      const hash = await carriedOut(told)
      return found({ state: 'sent', hash })
    }
    try {
      const purpose = name.split(' ')[0]
      expect(await after('0x00')).toEqual([[purpose, 'failed']])
      expect(await found({ ...contract, state: 'unknown' })).toEqual([[purpose, 'unknown']])
      expect(await after(carrier)).toEqual([[purpose, 'done']])
      // A contract account's page that heard nothing, or the hash of a Safe's own, finds it by what it did.
      expect(await found({ ...contract, state: 'unknown' })).toEqual([[purpose, 'done']])
      expect(await found({ ...contract, state: 'sent', hash: safe })).toEqual([[purpose, 'done']])
      // So does that of one whose own nonce was known, and did not change: another account sent it.
      expect(await found({ state: 'unknown' })).toEqual([[purpose, 'done']])
      // It made one call: where it is another entry's, it is not this one's.
      const done = (await page.journal.entries()).find(({ id }) => id === entry?.id)
      await page.journal.write({ ...done, id: 'another' } as never)
      expect(await found({ ...contract, state: 'unknown' })).toEqual([[purpose, 'unknown']])
    } finally {
      await rpc(world.chain.rpcUrl, 'anvil_setCode', [account, '0x'])
    }
  },
)

test('a batch whose prompt nobody answered is unknown, not rejected', async () => {
  const owner = batching(market.wallet(6))
  const died = new AbortController()
  Object.assign(owner, {
    sendCalls: async () => {
      died.abort()
      return new Promise<string>(() => undefined)
    },
    callsStatus: async () => {
      throw Object.assign(new Error('Unknown bundle'), { code: 5730 })
    },
  })
  const storage = { ...memoryStorage(), durable: true }
  const { items, expectedPrice } = await offered(owner, market.wallet(3))
  const page = market.client({ storage })
  await acceptOffers(page, { wallet: owner, items, expectedPrice, signal: died.signal }).done
  const impatient = { storage, pollingInterval: 5, maxPollingAttemptsBeforeTimeout: 3 }
  const resumed = await resume(market.client(impatient), { wallet: owner })
  expect(resumed.map(({ entry }) => entry.state)).toEqual(['unknown', 'unknown'])
  expect(owner.batches).toEqual([])
})

test('a batch that failed before anything was sent moves no money', async () => {
  const owner = batching(market.wallet(6), 0)
  Object.assign(owner, { callsStatus: async () => ({ state: 'failed' as const, hashes: [] }) })
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  // Only a block that came after the wallet's word shows that nothing was sent.
  const { error } = await withBlocks(market, acceptOffers(client, { wallet: owner, items, expectedPrice }))
  expect(error).toMatchObject({ code: 'wallet_error', money: 'untouched' })
  const entries = (await client.journal.entries()).filter(({ kind }) => kind === 'transaction')
  expect(entries.map(({ state }) => state)).toEqual(['rejected', 'rejected'])
})

test('a batch that the wallet sent before it timed out is found by its id', async () => {
  const owner = batching(market.wallet(8))
  const { sendCalls } = owner
  const sent: { name?: string | undefined } = {}
  const { callsStatus } = owner
  Object.assign(owner, {
    sendCalls: async (calls: readonly CheckedTransaction[], id?: string) => {
      sent.name = id
      await sendCalls?.(calls, id)
      throw new Error('request timed out')
    },
    callsStatus: async (id: string) => {
      if (id !== sent.name) throw Object.assign(new Error('Unknown bundle'), { code: 5730 })
      return callsStatus?.(id)
    },
  })
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  const { error, status, money } = await acceptOffers(client, { wallet: owner, items, expectedPrice }).done
  expect(error).toBeUndefined()
  expect([status, money]).toEqual(['complete', 'spent'])
})

test('a batch that a wallet failed on without rejecting, and does not know, may still be carried out', async () => {
  const owner = batching(market.wallet(8), 0)
  Object.assign(owner, {
    sendCalls: async () => {
      throw new Error('request timed out')
    },
    callsStatus: async () => {
      throw Object.assign(new Error('Unknown bundle'), { code: 5730 })
    },
  })
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  const { error } = await acceptOffers(client, { wallet: owner, items, expectedPrice }).done
  expect(error?.money).toBe('unknown')
})

test('a wallet that does not report its capabilities is asked call by call', async () => {
  const owner = Object.assign(batching(market.wallet(6)), {
    capabilities: async () => {
      throw new Error('no such method')
    },
  })
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  await acceptOffers(client, { wallet: owner, items, expectedPrice }).result()
  expect(owner.batches).toEqual([])
  expect(owner.prompts).toHaveLength(2)
})

test('a batch that the wallet confirms without naming a transaction is pending, not undone', async () => {
  const owner = batching(market.wallet(7))
  const { items, expectedPrice } = await offered(owner, market.wallet(3))
  const storage = { ...memoryStorage(), durable: true }
  const impatient = { storage, pollingInterval: 5, maxPollingAttemptsBeforeTimeout: 3 }
  const { callsStatus } = owner
  Object.assign(owner, { callsStatus: async () => ({ state: 'confirmed' as const, hashes: [] }) })
  const run = acceptOffers(market.client(impatient), { wallet: owner, items, expectedPrice })
  expect((await run.done).error).toMatchObject({ code: 'transaction_timeout', money: 'sent' })
  const silent = await resume(market.client(impatient), { wallet: owner })
  expect(silent.map(({ entry }) => entry.state)).toEqual(['sent', 'sent'])
  Object.assign(owner, { callsStatus })
  const told = await resume(market.client(impatient), { wallet: owner })
  expect(told.map(({ entry }) => entry.state)).toEqual(['done', 'done'])
})

test('a batch is not done by transactions of others, in its run and after a reload', async () => {
  const owner = batching(market.wallet(7))
  const other = market.wallet(5)
  const { items, expectedPrice } = await offered(owner, market.wallet(3))
  const spender = market.wallet(6).account
  const data = `0x095ea7b3${spender.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
  const { weth } = market.chain.contracts
  const call = { kind: 'transaction', chainId: market.chain.id, to: weth, data, value: 0n } as never
  const foreign = [await market.sendRaw(owner, call), await market.sendRaw(other, call)]
  for (const hashes of [foreign, foreign.slice(0, 1), foreign.slice(1)]) {
    const storage = { ...memoryStorage(), durable: true }
    const lying = { ...owner, sendCalls: async () => 'bundle-2' }
    Object.assign(lying, { callsStatus: async () => ({ state: 'confirmed' as const, hashes }) })
    const run = acceptOffers(market.client({ storage }), { wallet: lying, items, expectedPrice })
    const { status, error } = await run.done
    expect([status, error?.code]).toEqual(['failed', 'effect_missing'])
    await resume(market.client({ storage }), { wallet: lying })
    const states = (await market.client({ storage }).journal.entries()).map(({ state }) => state)
    expect(states).not.toContain('done')
  }
})

test('a batch with one named transaction is done only if that carried out all of its calls', async () => {
  const owner = batching(market.wallet(7))
  const { client, items, expectedPrice } = await offered(owner, market.wallet(3))
  Object.assign(owner, {
    callsStatus: async () => ({ state: 'confirmed' as const, hashes: owner.hashes.slice(0, 1) }),
  })
  const { status, error, steps } = await acceptOffers(client, { wallet: owner, items, expectedPrice }).done
  expect([status, error?.code]).toEqual(['failed', 'effect_missing'])
  expect(steps.flatMap((step) => step.items).map(({ purpose, phase }) => [purpose, phase])).toEqual([
    ['approve-token', 'complete'],
    ['sell', 'failed'],
  ])
  // Another transaction carried it out: the call has not failed.
  const resumed = await resume(market.client({ storage: client.journal.storage }), { wallet: owner })
  expect(resumed.map(({ before, entry }) => [before, entry.hash])).toEqual([['unknown', owner.hashes[1]]])
})
