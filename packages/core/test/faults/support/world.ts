import { type LocalChain, localAccounts, startChain } from '@sluice/devnet'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type BuyTokensParameters, buyTokens } from '../../../src/actions/buyTokens.ts'
import { listTokens } from '../../../src/actions/listTokens.ts'
import { transferTokens } from '../../../src/actions/transferTokens.ts'
import { type Client, type ClientConfig, createClient } from '../../../src/client.ts'
import type { TradeError } from '../../../src/errors.ts'
import type { TradeEvent } from '../../../src/run/events.ts'
import type { Execution } from '../../../src/run/execution.ts'
import type { Run } from '../../../src/run/run.ts'
import { eip1193Wallet } from '../../../src/wallets/eip1193.ts'
import { type Clock, startClock } from './clock.ts'
import { type HonestMarket, serveMarket } from './market.ts'
import { type FaultyNode, startNode } from './node.ts'
import { type Server, startServer } from './server.ts'
import { createFaultyWallet, type FaultyWallet, never } from './wallet.ts'

export const eth = 10n ** 18n
export const native: Address = '0x0000000000000000000000000000000000000000'

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of an answer
export type AnyPlan = any

/** How a run ended, with everything that anybody saw of it. */
export type Ending = {
  readonly execution: Execution
  readonly error: TradeError | undefined
  /** Every picture, in order. */
  readonly pictures: readonly Execution[]
  readonly events: readonly TradeEvent[]
  /** Virtual milliseconds it took. */
  readonly took: number
}

export type World = {
  readonly chain: LocalChain
  readonly provider: Server
  readonly node: FaultyNode
  readonly buyer: FaultyWallet
  readonly seller: FaultyWallet
  readonly market: HonestMarket
  readonly nft: Address
  readonly clock: Clock
  readonly client: (settings?: Partial<ClientConfig>) => Client
  /** The real fetch, with its waits counted. */
  readonly fetch: typeof fetch
  /** A token of the seller that no other test uses. */
  readonly token: () => bigint
  /** A fresh token, listed for one coin, and how it is named. */
  readonly listed: (price?: bigint) => Promise<{ token: string; tokenId: bigint; orderId: Hex }>
  /** Buys with everything agreed; a fresh token where none is named. */
  readonly buy: (client: Client, more?: Partial<BuyTokensParameters>) => Promise<Run>
  readonly sell: (client: Client) => Run
  readonly give: (client: Client) => Run
  /** Lets time pass until the run ends, and checks what holds for every run whatsoever. */
  readonly end: (client: Client, run: Run) => Promise<Ending>
  /** Buys a fresh token, or lists one, with a new client, to the end. */
  readonly buyToEnd: (settings?: Partial<ClientConfig>) => Promise<Ending>
  readonly sellToEnd: (settings?: Partial<ClientConfig>) => Promise<Ending>
  /** Edits the honest answers of a route. */
  readonly changeAnswers: (path: string, edit: (plan: AnyPlan, count: number) => void) => void
  readonly ownerOf: (tokenId: bigint) => Promise<Address>
  /** A window that nobody answers. */
  readonly hang: () => Promise<never>
  readonly begin: (clock?: Clock) => void
  readonly finish: () => Promise<void>
  readonly stop: () => Promise<void>
}

const mintAbi = parseAbi(['function mint(address to, uint256 count)'])
const approveAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
const ownerSelector = '0x6352211e'
/** Tokens that a file of tests may use up. */
const supply = 90

/** Whatever a page loads when it is needed is loaded beforehand here: loading takes real time, of which no timer knows. */
const preload = () =>
  Promise.all([
    import('viem/utils'),
    ...Object.values(import.meta.glob('../../../src/**/*.ts')).map((load) => load()),
  ])

/** A real chain, an honest provider and honest wallets, each ready to fail as a test says. */
export async function openWorld(): Promise<World> {
  await preload()
  const chain = await startChain({ seedTokens: 12 })
  const [ada, ben] = localAccounts()
  if (ada === undefined || ben === undefined) throw new Error('The chain has no accounts')
  const held: { clock: Clock | undefined; next: bigint; rejections: unknown[] } = {
    clock: undefined,
    next: 0n,
    rejections: [],
  }
  const clock = () => {
    if (held.clock === undefined) throw new Error('No test has begun')
    return held.clock
  }
  const provider = await startServer(clock)
  const node = await startNode(clock, chain.rpcUrl)
  const seller = createFaultyWallet(clock, node, chain.id, ada.privateKey)
  const buyer = createFaultyWallet(clock, node, chain.id, ben.privateKey)
  const { contracts } = chain
  const nft = contracts.collections[0]!.address
  const mint = await seller.send({
    to: nft,
    data: encodeFunctionData({
      abi: mintAbi,
      functionName: 'mint',
      args: [seller.account, BigInt(supply)],
    }),
    gas: '0x1312d00',
  })
  const approval = await seller.send({
    to: nft,
    data: encodeFunctionData({
      abi: approveAbi,
      functionName: 'setApprovalForAll',
      args: [contracts.conduit, true],
    }),
  })
  const minted = await node.mined(mint)
  await node.mined(approval)
  held.next = BigInt(minted.logs[0]!.topics[3]!)
  for (const { account } of [seller, buyer])
    await node.real('anvil_setBalance', [account, `0x${(10_000n * eth).toString(16)}`])
  const market = serveMarket(provider, node, { seller, buyer }, contracts, chain.id)
  seller.reset()

  const tracked = trackedFetch(clock)
  const heard = new WeakMap<Client, TradeEvent[]>()
  const client: World['client'] = (settings = {}) => {
    const made = createClient({
      chains: [
        {
          id: chain.id,
          name: chain.name,
          baseApiUrl: provider.url,
          rpcUrls: [node.url],
          blockTime: 12_000,
          explorerUrl: 'https://explorer.example',
          wrappedNative: contracts.weth,
          conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
        },
      ],
      fetch: tracked,
      ...settings,
    })
    const events: TradeEvent[] = []
    heard.set(made, events)
    made.on('*', (event) => events.push(event))
    return made
  }
  const token = () => {
    held.next += 1n
    return held.next - 1n
  }
  const listed: World['listed'] = async (price = eth) => {
    const tokenId = token()
    const { id } = await market.list(tokenId, price)
    return { token: `${nft}:${tokenId}`, tokenId, orderId: id }
  }
  const recordRejection = (cause: unknown) => {
    held.rejections.push(cause)
  }

  const world: World = {
    chain,
    provider,
    node,
    buyer,
    seller,
    market,
    nft,
    get clock() {
      return clock()
    },
    client,
    fetch: tracked,
    token,
    listed,
    buy: async (from, more = {}) => {
      const items = more.items ?? [{ token: (await listed()).token }]
      return buyTokens(from, {
        wallet: eip1193Wallet(buyer.provider),
        items,
        expectedPrice: { [native]: { raw: eth * BigInt(items.length) } },
        ...more,
      })
    },
    sell: (from) =>
      listTokens(from, {
        wallet: eip1193Wallet(seller.provider),
        listings: [{ token: `${nft}:${token()}`, weiPrice: eth }],
      }),
    give: (from) =>
      transferTokens(from, {
        wallet: eip1193Wallet(seller.provider),
        to: buyer.account,
        items: [{ token: `${nft}:${token()}` }],
      }),
    end: async (from, run) => {
      const startedAt = Date.now()
      const pictures: Execution[] = []
      run.subscribe((picture) => pictures.push(picture))
      const execution = await clock().until(run.done)
      const took = Date.now() - startedAt
      await clock().drained()
      // Reports are sent and forgotten; nothing else may be left behind.
      expect(clock().timers(), 'timers left alive').toBe(0)
      const events = (heard.get(from) ?? []).filter((event) => event.execution.id === run.id)
      expect(events, 'terminal events').toHaveLength(1)
      return { execution, error: execution.error, pictures, events, took }
    },
    buyToEnd: async (settings) => {
      const from = client(settings)
      return world.end(from, await world.buy(from))
    },
    sellToEnd: async (settings) => {
      const from = client(settings)
      return world.end(from, world.sell(from))
    },
    changeAnswers: (path, edit) =>
      provider.on(path, async (_request, count, next) => {
        const plan = structuredClone((await next()).body) as AnyPlan
        edit(plan, count)
        return { body: plan }
      }),
    ownerOf: async (tokenId) => {
      const data = `${ownerSelector}${tokenId.toString(16).padStart(64, '0')}`
      return `0x${(await node.real<Hex>('eth_call', [{ to: nft, data }, 'latest'])).slice(26)}`
    },
    hang: () => clock().held(never()),
    begin: (given) => {
      held.clock = given ?? startClock()
      held.rejections.length = 0
      process.on('unhandledRejection', recordRejection)
    },
    finish: async () => {
      process.off('unhandledRejection', recordRejection)
      held.clock?.stop()
      held.clock = undefined
      provider.reset()
      node.reset()
      buyer.reset()
      seller.reset()
      expect(held.rejections, 'unhandled rejections').toEqual([])
    },
    stop: async () => {
      await Promise.all([provider.stop(), node.server.stop()])
      await chain.stop()
    },
  }
  return world
}

/** Opens a world for a file of tests, and begins and finishes each of them in it. */
export function useWorld(): World {
  const world = {} as World
  beforeAll(async () => {
    Object.defineProperties(world, Object.getOwnPropertyDescriptors(await openWorld()))
  })
  beforeEach(() => world.begin())
  afterEach(() => world.finish())
  afterAll(() => world.stop?.())
  return world
}

/** The real fetch, with every wait for the network counted: for the answer, and for each part of its body. */
const trackedFetch =
  (clock: () => Clock): typeof fetch =>
  async (input, init) => {
    const response = await clock().track(fetch(input, init))
    const { body } = response
    if (body === null) return response
    const readerOf = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array>
    const tracked = () => {
      const reader = readerOf()
      const read = reader.read.bind(reader)
      return Object.assign(reader, { read: () => clock().track(read()) })
    }
    return Object.defineProperty(response, 'body', { value: Object.assign(body, { getReader: tracked }) })
  }
