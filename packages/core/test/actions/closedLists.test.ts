import { fulfill } from '@sluice/seaport'
import { type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { announceAuction } from '../../src/actions/announceAuction.ts'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import { notLoaded, TradeError, type TradeErrorCode } from '../../src/errors.ts'
import type { LogLine } from '../../src/log.ts'
import type { EventKind } from '../../src/run/events.ts'
import type { Action } from '../../src/run/execution.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { Reply } from '../faults/support/server.ts'
import { faultyStorage } from '../faults/support/storage.ts'
import { type RpcCall, walletRefusal } from '../faults/support/wallet.ts'
import { eth, native, useWorld, type World } from '../faults/support/world.ts'

/** The lists that are closed: every code and every kind of event happens, with the specification's words. */
const world = useWorld()

const buyer = () => ({ wallet: eip1193Wallet(world.buyer.provider) })
const seller = () => ({ wallet: eip1193Wallet(world.seller.provider) })
const buying = async (more: Parameters<World['buy']>[1] = {}, client = world.client()) =>
  (await world.end(client, await world.buy(client, more))).error
const running = async (start: (client: Client) => Run, client = world.client()) =>
  (await world.end(client, start(client))).error
// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of an answer
const plan = (edit: (plan: any) => void) =>
  world.provider.on('/execute/buy/v7', async (_request, _count, next) => {
    const body = structuredClone((await next()).body)
    edit(body)
    return { body }
  })
const answered = (reply: Reply, path = '/execute/buy/v7') => world.provider.on(path, reply)
const refusing = (cause: unknown) =>
  world.buyer.on('eth_sendTransaction', () => {
    throw cause
  })
/** The wallet sends, and something else takes the nonce four seconds later, when the client has seen the transaction. */
const replacing = (instead: RpcCall) => {
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await world.node.real('evm_setAutomine', [false])
    const hash = (await next()) as Hex
    const { nonce, gasPrice } = await world.node.real<{ nonce: Hex; gasPrice: Hex }>(
      'eth_getTransactionByHash',
      [hash],
    )
    const replace = async () => {
      await world.buyer.send({ ...instead, nonce: Number(nonce), gasPrice: BigInt(gasPrice) * 3n })
      await world.node.real('evm_setAutomine', [true])
      await world.node.real('evm_mine')
    }
    setTimeout(() => world.clock.track(replace()), 4_000)
    return hash
  })
}

type Ending = {
  /** The specification's words, or ours where it has none. */
  readonly says: string | RegExp
  readonly happens: () => Promise<TradeError | undefined>
}
const endings: Readonly<Record<TradeErrorCode, Ending>> = {
  invalid_input: {
    says: '"items" must hold at least one entry.',
    happens: () => running((client) => buyTokens(client, { ...buyer(), items: [] })),
  },
  missing_configuration: {
    says: /^Missing chain configuration/,
    happens: () =>
      running((client) => buyTokens(client, { ...buyer(), items: [] }), world.client({ chains: [] })),
  },
  no_order_ids: {
    says: 'No order ids specified',
    happens: () => running((client) => cancelOrders(client, { ...buyer(), orderIds: [] })),
  },
  bid_data_missing: {
    says: 'Some bid data is missing',
    happens: () => running((client) => placeBids(client, { ...buyer(), bids: [{ weiPrice: eth }] })),
  },
  unknown_chain: { says: /chain 424242 is not configured/, happens: () => buying({ chainId: 424_242 }) },
  provider_error: {
    says: 'Request failed with status code 400: What it said',
    happens: () => {
      answered({ status: 400, body: { message: 'What it said' } })
      return buying()
    },
  },
  provider_unreachable: {
    says: 'Network Error: Unknown Reason',
    happens: () => {
      answered({ reset: true })
      return buying()
    },
  },
  provider_malformed: {
    says: /is not JSON/,
    happens: () => {
      answered({ text: 'garbage' })
      return buying()
    },
  },
  rate_limited: {
    says: 'Request failed with status code 429: Unknown Reason',
    happens: () => {
      answered({ status: 429, body: {} })
      return buying()
    },
  },
  order_unavailable: {
    says: 'Request failed with status code 410: Gone',
    happens: () => {
      answered({ status: 410, body: { message: 'Gone' } })
      return buying()
    },
  },
  poll_timeout: {
    says: 'Failed to get data after 15 attempt(s), aborting',
    happens: () => {
      plan(({ steps }) => delete steps[0].items[0].data)
      return buying()
    },
  },
  order_refused: {
    says: 'Request failed with status code 400: Unknown Reason',
    happens: () => {
      answered({ status: 400, body: {} }, '/order/v3')
      return running(world.sell)
    },
  },
  cancel_unconfirmed: {
    says: 'The provider did not confirm that the order is cancelled: somebody may still fill it.',
    happens: () => {
      const zone = `0x${'77'.repeat(20)}` as const
      const orderIds = [`0x${'12'.repeat(32)}`]
      const domain = {
        name: 'SignedZone',
        version: '1.0.0',
        chainId: world.chain.id,
        verifyingContract: zone,
      }
      const types = { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] }
      const value = { orderHashes: orderIds }
      const sign = { signatureKind: 'eip712', domain, types, primaryType: 'OrderHashes', value }
      const endpoint = '/execute/cancel-signature/v1'
      const items = [{ status: 'incomplete', data: { sign, post: { endpoint, method: 'POST', body: {} } } }]
      answered({ body: { steps: [{ id: 'cancel', kind: 'signature', items }] } }, '/execute/cancel/v3')
      answered({ body: { message: 'error' } }, endpoint)
      const client = world.client({ policy: { zones: { own: [zone], counterparty: [] } } })
      return running((from) => cancelOrders(from, { ...seller(), orderIds, confirm: () => true }), client)
    },
  },
  price_mismatch: {
    says: 'Attention: the price of this token is now 1',
    happens: () => buying({ expectedPrice: { [native]: { raw: eth / 2n } } }),
  },
  no_price_bound: { says: /./, happens: () => buying({ expectedPrice: undefined }) },
  blocked: {
    says: /./,
    happens: () => {
      plan(({ steps }) => {
        steps[0].items[0].data.to = world.seller.account
      })
      return buying()
    },
  },
  declined: { says: 'The action was not confirmed.', happens: () => buying({ confirm: () => false }) },
  wallet_refused: {
    says: 'The request was rejected in the wallet.',
    happens: () => {
      refusing(walletRefusal(4001))
      return buying()
    },
  },
  wallet_busy: {
    says: 'The wallet already has a pending request. Open the wallet to respond to it.',
    happens: () => {
      refusing(walletRefusal(-32002))
      return buying()
    },
  },
  wallet_unavailable: {
    says: 'The wallet has no connected account. Connect it first.',
    happens: () => {
      world.buyer.shows.accounts = []
      return buying()
    },
  },
  wallet_error: {
    says: /wallet/i,
    happens: () => {
      refusing('a bare string')
      return buying()
    },
  },
  wrong_chain: {
    says: /^The wallet did not switch to /,
    happens: () => {
      world.buyer.shows.chainId = 5
      world.buyer.on('wallet_switchEthereumChain', () => null)
      return buying()
    },
  },
  account_changed: {
    says: 'The wallet switched to another account after the action started.',
    happens: () =>
      buying({
        confirm: () => {
          world.buyer.shows.accounts = [world.seller.account]
          return true
        },
      }),
  },
  bad_signature: {
    says: 'The wallet answered with a signature that is not of this account.',
    happens: () => {
      world.seller.on('eth_signTypedData_v4', () => `0x${'11'.repeat(64)}1b`)
      return running(world.sell)
    },
  },
  no_transaction_hash: {
    says: 'Transaction hash not returned from sendTransaction method',
    happens: () => {
      world.buyer.on('eth_sendTransaction', () => null)
      return buying()
    },
  },
  insufficient_funds: {
    says: 'Request failed with status code 400: Balance too low',
    happens: () => {
      answered({ status: 400, body: { message: 'Balance too low', code: 6 } })
      return buying()
    },
  },
  transaction_would_fail: {
    says: 'The transaction would fail on chain, so it was not sent.',
    happens: () => {
      refusing(Object.assign(new Error('execution reverted'), { code: 3, data: '0x' }))
      return buying()
    },
  },
  transaction_reverted: {
    says: 'The transaction failed on chain. Only its gas was paid.',
    happens: () => {
      world.buyer.on('eth_sendTransaction', ({ params }) =>
        // Too little gas for the call to succeed.
        world.buyer.send({ ...(params[0] as RpcCall), gas: '0xafc8' }),
      )
      return buying()
    },
  },
  transaction_cancelled: {
    says: 'Transaction cancelled',
    happens: () => {
      replacing({ to: world.buyer.account })
      return buying()
    },
  },
  transaction_replaced: {
    says: 'Another transaction took the place of this one.',
    happens: () => {
      replacing({ to: world.seller.account, value: '0x1' })
      return buying()
    },
  },
  transaction_dropped: {
    says: /^The network has forgotten the transaction\./,
    happens: async () => {
      await world.node.real('evm_setAutomine', [false])
      world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
        const hash = await next()
        setTimeout(() => world.clock.track(world.node.real('anvil_dropTransaction', [hash])), 3_000)
        return hash
      })
      const error = await buying()
      await world.node.real('evm_setAutomine', [true])
      return error
    },
  },
  transaction_timeout: {
    says: /^Failed to receive a successful response for transaction with hash 0x[0-9a-f]{64} after 30 attempt\(s\)\.$/,
    happens: async () => {
      answered({ body: { synced: false } }, '/transactions/*')
      world.node.on('eth_getTransactionReceipt', () => null)
      const error = await buying()
      expect(error?.data.explorerUrl).toMatch(/^https:\/\/explorer\.example\/tx\/0x/)
      return error
    },
  },
  effect_missing: {
    says: 'The transaction succeeded, but did not do what it was checked to do.',
    happens: () => {
      world.buyer.on('eth_sendTransaction', () =>
        world.buyer.send({ to: world.seller.account, value: '0x1' }),
      )
      return buying()
    },
  },
  order_filled: {
    says: 'The order was filled before it could be cancelled.',
    happens: async () => {
      const { orderId } = await world.listed()
      const { order, signature } = world.market.orders.get(orderId)!
      const { seaport, conduitKey } = world.chain.contracts
      world.seller.on('eth_sendTransaction', async (_prompt, next) => {
        const now = await world.market.chainTime()
        const { to, data, value } = fulfill({ components: order, signature }, { seaport, conduitKey, now })
        await world.buyer.send({ to, data, value: numberToHex(value) })
        return next()
      })
      return running((client) =>
        cancelOrders(client, { ...seller(), orderIds: [orderId], options: { orderKind: 'seaport-v1.6' } }),
      )
    },
  },
  aborted: {
    says: 'The action was stopped.',
    happens: () => {
      const control = new AbortController()
      control.abort()
      return buying({ signal: control.signal })
    },
  },
  busy: {
    says: 'The same action is under way already, here or in another tab.',
    happens: async () => {
      const client = world.client()
      const items = [{ token: (await world.listed()).token }]
      const [first, second] = [await world.buy(client, { items }), await world.buy(client, { items })]
      const [, { error }] = await world.clock.until(Promise.all([first.done, second.done]))
      return error ?? first.execution.error
    },
  },
  storage_failed: {
    says: 'The order could not be written down, so it was not signed.',
    happens: () => {
      const storage = faultyStorage()
      storage.onWrite = () => {
        throw new Error('full')
      }
      return running(world.sell, world.client({ storage }))
    },
  },
  // Whatever part of this package does not arrive ends in this one function.
  not_loaded: {
    says: 'The checks could not be loaded, so nothing was asked of the wallet.',
    happens: async () => notLoaded(new Error('gone')),
  },
  unexpected: {
    says: 'Error: something went wrong',
    happens: () => buying({ expectedPrice: { [native]: null as never } }),
  },
}

test.each(Object.entries(endings))(
  'a run can end as %s, and its error says so',
  async (code, { says, happens }) => {
    const error = await happens()
    expect(error).toBeInstanceOf(TradeError)
    expect(error?.code).toBe(code)
    expect(error?.message).toMatch(says)
    if (typeof says === 'string') expect(error?.message).toBe(says)
    expect(error?.type).toBe(code === 'price_mismatch' ? 'price mismatch' : undefined)
  },
)

test('a fallen offer and an answer that is never valid have the messages of the specification', async () => {
  const { weth } = world.chain.contracts
  const tokenId = world.token()
  await world.market.offer(tokenId, eth)
  const items = [{ token: `${world.nft}:${tokenId}` }]
  const expectedPrice = { [weth]: { raw: 2n * eth } }
  const sold = await running((client) => acceptOffers(client, { ...seller(), items, expectedPrice }))
  expect(sold?.message).toBe('Attention: the offer price of this token is now 1')
  // Where no chain can be asked, the provider's word on what arrived is waited for.
  answered({ body: { transfers: [] } }, '/transfers/bulk/v1')
  const { request: _none, ...wallet } = buyer().wallet
  const blind = world.client({ chains: world.client().chains.map((chain) => ({ ...chain, rpcUrls: [] })) })
  expect((await buying({ wallet }, blind))?.message).toBe(
    'Failed to get an ok response after 15 attempt(s), aborting',
  )
})

const kinds: Readonly<Record<Action, readonly [EventKind, EventKind]>> = {
  buy: ['purchase_complete', 'purchase_error'],
  sell: ['accept_offer_complete', 'accept_offer_error'],
  list: ['listing_complete', 'listing_error'],
  bid: ['offer_complete', 'offer_error'],
  cancel: ['cancel_complete', 'cancel_error'],
  transfer: ['unknown', 'unknown'],
  announce: ['unknown', 'unknown'],
}
/** Every kind there is: the compiler misses one that is not among these. */
const everyKind: Readonly<Record<EventKind, true>> = {
  purchase_complete: true,
  purchase_error: true,
  accept_offer_complete: true,
  accept_offer_error: true,
  listing_complete: true,
  listing_error: true,
  offer_complete: true,
  offer_error: true,
  cancel_complete: true,
  cancel_error: true,
  unknown: true,
}
const starts: Readonly<Record<Action, () => Promise<(client: Client) => Run>>> = {
  buy: async () => {
    const items = [{ token: (await world.listed()).token }]
    return (client) => buyTokens(client, { ...buyer(), items, expectedPrice: { [native]: { raw: eth } } })
  },
  sell: async () => {
    const tokenId = world.token()
    await world.market.offer(tokenId, eth)
    const items = [{ token: `${world.nft}:${tokenId}` }]
    const expectedPrice = { [world.chain.contracts.weth]: { raw: eth } }
    return (client) => acceptOffers(client, { ...seller(), items, expectedPrice })
  },
  list: async () => {
    const listings = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }]
    return (client) => listTokens(client, { ...seller(), listings })
  },
  bid: async () => {
    const bids = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }]
    return (client) => placeBids(client, { ...buyer(), bids })
  },
  cancel: async () => {
    const { orderId } = await world.listed()
    return (client) =>
      cancelOrders(client, { ...seller(), orderIds: [orderId], options: { orderKind: 'seaport-v1.6' } })
  },
  transfer: async () => {
    const items = [{ token: `${world.nft}:${world.token()}` }]
    return (client) => transferTokens(client, { ...seller(), to: world.buyer.account, items })
  },
  announce: async () => {
    const expirationTime = Math.floor(Date.now() / 1000) + 3600
    const token = `${world.nft}:${world.token()}`
    return (client) => announceAuction(client, { ...seller(), token, expirationTime })
  },
}

test('each action ends with one event of its kind, and there are no other kinds', async () => {
  const seen = new Set<EventKind>()
  for (const [action, [complete, error]] of Object.entries(kinds) as [Action, [EventKind, EventKind]][]) {
    const start = await starts[action]()
    for (const [expected, status] of [
      [error, 'failed'],
      [complete, 'complete'],
    ] as const) {
      if (status === 'failed')
        for (const path of ['/execute/*', '/auctions/*']) world.provider.on(path, { status: 400, body: {} })
      const client = world.client()
      const { events, execution } = await world.end(client, start(client))
      // The honest provider again.
      world.provider.reset()
      expect(execution.error === undefined ? 'complete' : 'failed').toBe(status)
      expect(events.map(({ kind }) => kind)).toEqual([expected])
      expect(events[0]?.execution.action).toBe(action)
      seen.add(expected)
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(everyKind).sort())
})

test('the most verbose log has no signature and no key in any line, and each deprecation once', async () => {
  const lines: LogLine[] = []
  const storage = faultyStorage()
  const client = world.client({
    apiKey: 'a-secret-key',
    storage,
    logLevel: 4,
    logger: (line) => lines.push(line),
  })
  world.provider.on('*', async ({ query, headers }, _count, next) => {
    const reply = await next()
    // A provider that says back what it was told, and a storage that says what it was given.
    const body = { message: `${query.get('signature')} ${headers['x-api-key']}` }
    return { ...(query.has('signature') ? { status: 400, body } : reply), headers: { Deprecation: 'true' } }
  })
  const told: string[] = []
  storage.onWrite = (_count, value) => {
    // Leases lie beside what the journal writes.
    if (!value.startsWith('{')) return
    told.push(value)
    if (told.length > 2) throw new Error(`No room for ${value}`)
  }
  for (const _time of [1, 2]) await world.end(client, world.sell(client))
  const said = JSON.stringify(lines)
  const [signature] = told.join('').match(/0x[0-9a-f]{130}/) ?? []
  expect(signature).toBeDefined()
  expect(said).toContain('No room for')
  expect(said).not.toContain(signature?.slice(2))
  expect(said).not.toContain('a-secret-key')
  const deprecated = lines.filter(({ message }) => message.includes('/execute/list/v5 is deprecated'))
  expect(deprecated).toHaveLength(1)
})
