import {
  type BidTerms,
  buildBid,
  buildListing,
  erc20Abi,
  erc721Abi,
  type Fee,
  type ListingTerms,
  type OrderComponents,
  orderHash,
  orderTypedData,
  seaDropAddress,
  seaportDomain,
  transferHelperAddress,
  wrappedNativeAbi,
} from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import {
  type Address,
  type Hex,
  keccak256,
  parseAbi,
  parseEther,
  parseEventLogs,
  toHex,
  zeroAddress,
} from 'viem'
import { expect } from 'vitest'
import { rpc } from '../../../devnet/src/chain/rpc.ts'
import { localAccounts } from '../../../devnet/src/contracts/accounts.ts'
import { type Writer, writerOf } from '../../../devnet/src/contracts/writer.ts'
import { type ChainOptions, type LocalChain, startChain } from '../../../devnet/src/stack/localChain.ts'
import type { ChainConfig } from '../../src/chainConfig.ts'
import { type Config, defaultLimits } from '../../src/config.ts'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { advance } from '../../src/indexer/advance.ts'
import { describeCollection } from '../../src/metadata/describe.ts'
import { settleReadings } from '../../src/orders/makerFunds.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import { createOrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { createHub } from '../../src/push/hub.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { testDatabase } from './testDatabase.ts'

export type Trader = Writer & { readonly address: Address }

/** A real chain, a real Postgres and the provider's state between them; no HTTP. */
export type State = {
  readonly chain: LocalChain
  readonly deps: ChainDeps
  readonly databaseUrl: string
  readonly traders: readonly Trader[]
  /** The first ERC-721 collection. */
  readonly collection: Address
  /** Follows the chain to its head. */
  sync(): Promise<void>
  /** Follows the chain, and reads at its head what makers can pay and where their counters stand. */
  settle(): Promise<void>
  mint(to: Trader, count: number): Promise<bigint>
  approve(trader: Trader): Promise<void>
  listing(maker: Trader, tokenId: bigint, more?: Partial<ListingTerms>): OrderComponents
  /** An offer of wrapped coins for any token of the collection. */
  offer(maker: Trader, gross: bigint, more?: Partial<BidTerms>): OrderComponents
  sign(maker: Trader, order: OrderComponents): Promise<Hex>
  /** Signs an order and posts it; it has to be stored. */
  postOrder(maker: Trader, order: OrderComponents): Promise<Hex>
  wrap(trader: Trader, amount: bigint): Promise<unknown>
  /** Lets the conduit take so much of the trader's wrapped coins. */
  allow(trader: Trader, amount: bigint): Promise<unknown>
  statusOf(id: string): Promise<string>
  rpc<T>(method: string, params?: readonly unknown[]): Promise<T>
  stop(): Promise<void>
}

/** Settings of a local chain as an operator would write them. */
export function configOf(chain: LocalChain): ChainConfig {
  const { contracts } = chain
  return {
    id: chain.id,
    slug: chain.slug,
    name: chain.name,
    rpcUrls: [chain.rpcUrl],
    wsUrls: [],
    nativeSymbol: 'ETH',
    wrappedNative: contracts.weth,
    usdc: contracts.usdc,
    conduitKey: contracts.conduitKey,
    conduit: contracts.conduit,
    seaport: contracts.seaport,
    multicall3: contracts.multicall3,
    royaltyEngine: contracts.royaltyEngine,
    transferHelper: contracts.transferHelper,
    seaDrop: seaDropAddress,
    zone: contracts.zone,
    collections: contracts.collections.map(({ address }) => address),
    startBlock: chain.startBlock,
    completeBlooms: true,
  }
}

/** Settings of a chain whose node is silent: port 9 of this machine, where nobody answers. */
export const silentChain: ChainConfig = {
  id: 31337,
  slug: 'local',
  name: 'Local',
  rpcUrls: ['http://127.0.0.1:9'],
  wsUrls: [],
  nativeSymbol: 'ETH',
  wrappedNative: `0x${'e1'.repeat(20)}`,
  conduitKey: `0x${'0c'.repeat(32)}`,
  conduit: `0x${'c0'.repeat(20)}`,
  seaport: '0x0000000000000068f116a894984e2db1123eb395',
  multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
  transferHelper: transferHelperAddress,
  seaDrop: seaDropAddress,
  collections: [],
  startBlock: 0,
  completeBlooms: true,
}

/** Settings of a provider in this process. */
export const settingsFor = (chains: readonly ChainConfig[], databaseUrl?: string): Config => ({
  role: 'all',
  host: '127.0.0.1',
  port: 0,
  dataDir: '',
  databaseUrl,
  natsUrl: undefined,
  limits: defaultLimits,
  metricsPort: undefined,
  chains,
  logLevel: 'silent',
})

/** @param settings of the chain beside the usual ones. @param chainOptions of the node. */
export async function startState(
  settings: (chain: LocalChain) => Partial<ChainConfig> = () => ({}),
  chainOptions: ChainOptions = {},
): Promise<State> {
  const chain = await startChain(chainOptions)
  const database = await testDatabase()
  const config = { ...configOf(chain), ...settings(chain) }
  const db = await openDatabase(database.url, [chain.id])
  const log = pino({ level: 'silent' })
  const hub = createHub(db, log)
  await hub.start()
  const deps = createChainDeps(config, {
    db,
    hub,
    log,
    clock: Date.now,
    verifier: await createOrderVerifier(),
    zoneKey: localAccounts()[8]?.privateKey,
  })
  for (const contract of config.collections) await describeCollection(deps, contract)
  const traders = localAccounts()
    .slice(0, 4)
    .map((account): Trader => ({ ...writerOf(chain, account.privateKey), address: account.address }))
  const collection = chain.contracts.collections[0]?.address as Address
  const { weth, conduit, conduitKey } = chain.contracts
  const termsOf = (maker: Trader) => {
    const now = BigInt(Math.floor(Date.now() / 1000))
    const fees: readonly Fee[] = []
    const times = { startTime: now - 60n, endTime: now + 86_400n }
    return { maker: maker.address, quantity: 1n, fees, ...times, conduitKey, counter: 0n }
  }
  const sync = async (): Promise<void> => {
    while ((await advance(deps)) === 'more') {
      // One block a step, until the head.
    }
  }
  const sign = (maker: Trader, order: OrderComponents): Promise<Hex> =>
    maker.account.signTypedData(orderTypedData(seaportDomain(chain.id, '1.6'), order))
  return {
    chain,
    deps,
    databaseUrl: database.url,
    traders,
    collection,
    sync,
    settle: async () => {
      await sync()
      while (await settleReadings(deps)) {
        // Until everything was read at the head.
      }
    },
    mint: async (to, count) => {
      const { logs } = await to.write({
        address: collection,
        abi: parseAbi(['function mint(address to, uint256 count)']),
        functionName: 'mint',
        args: [to.address, BigInt(count)],
      })
      // The chain says which: others may mint at the same time.
      const [first] = parseEventLogs({ abi: erc721Abi, eventName: 'Transfer', logs })
      if (first === undefined) throw new Error('No token was minted.')
      return first.args.tokenId
    },
    approve: async (trader) => {
      await trader.write({
        address: collection,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [conduit, true],
      })
    },
    listing: (maker, tokenId, more) =>
      buildListing({
        ...termsOf(maker),
        token: collection,
        tokenId,
        kind: 'erc721',
        gross: parseEther('1'),
        currency: zeroAddress,
        salt: BigInt(keccak256(toHex(`${maker.address}${tokenId}`))),
        ...more,
      }),
    offer: (maker, gross, more) =>
      buildBid({
        ...termsOf(maker),
        gross,
        currency: weth,
        target: { kind: 'erc721', token: collection, root: 0n },
        salt: 1n,
        ...more,
      }),
    sign,
    postOrder: async (maker, components) => {
      const order = {
        components,
        signature: await sign(maker, components),
        version: '1.6',
        source: undefined,
      } as const
      const id = orderHash(components)
      expect(await postOrders(deps, [order])).toEqual([{ id, stored: true }])
      return id
    },
    wrap: (trader, value) =>
      trader.write({ address: weth, abi: wrappedNativeAbi, functionName: 'deposit', value }),
    allow: (trader, amount) =>
      trader.write({ address: weth, abi: erc20Abi, functionName: 'approve', args: [conduit, amount] }),
    statusOf: async (id) => {
      const [row] = await db.rows<{ fillability: string; approval: string }>(
        sql`select fillability, approval from orders where chain_id = ${chain.id} and id = ${id}`,
      )
      return row === undefined ? 'absent' : `${row.fillability}/${row.approval}`
    },
    rpc: (method, params) => rpc(chain.rpcUrl, method, params),
    stop: async () => {
      await hub.stop()
      await db.close()
      await database.stop()
      await chain.stop()
    },
  }
}
