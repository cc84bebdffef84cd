import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CheckedTransaction,
  type CheckedTypedData,
  type Client,
  createClient,
  TradeError,
  viemWallet,
  type Wallet,
} from '@sluice/core'
import {
  bookSettings,
  type CreatorTokens,
  deployCreatorTokens,
  type LocalAccount,
  type LocalChain,
  localAccounts,
  nodeTransport,
  type OpenSeaStandIn,
  rpc,
  serveLocally,
  startChain,
  startOpenSeaStandIn,
  startProvider,
  writerOf,
} from '@sluice/devnet'
import {
  conduitControllerAbi,
  conduitControllerAddress,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  zeroAddress,
} from '@sluice/seaport'
import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  type Hex,
  type PublicClient,
  padHex,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type AttackContext, defaultContext } from '../src/attackContext.ts'
import { type HostileProxy, startHostileProxy } from '../src/proxy.ts'
import { requestKey } from './requestKey.ts'

export type Prompt = CheckedTransaction | CheckedTypedData

/**
 * A wallet with a real key that signs and sends whatever it is given, with one exception: it rejects the requests
 * that it was told to hold, so that a situation lasts for many tries.
 */
export type Victim = Wallet & {
  readonly account: Address
  prompts: Prompt[]
  /** Requests, by their essence, that are rejected; everything else is signed and sent. */
  hold: ReadonlySet<string>
}

export type World = {
  readonly chain: LocalChain
  readonly provider: string
  readonly hostile: HostileProxy
  /** Another book, whose signed zone always gives the same data for the same order and account. */
  readonly book: OpenSeaStandIn
  /** Stands between that book and the provider. */
  readonly lyingBook: HostileProxy
  readonly reads: PublicClient
  readonly accounts: readonly LocalAccount[]
  /** Collections whose transfer validator lets the conduit alone move their tokens; where they were asked for. */
  readonly creatorTokens: CreatorTokens | undefined
  readonly context: AttackContext
  /** Requests that reached the attacker's own server: none may. */
  readonly elsewhere: { readonly url: string; readonly hits: string[] }
  readonly victim: (index: number) => Victim
  /**
   * A client that knows only the lying provider, or the honest one. An impatient one gives up early on requests that are
   * not answered, as a liar may leave them.
   */
  readonly client: (honest?: boolean, impatient?: boolean) => Client
  readonly writer: (index: number) => ReturnType<typeof writerOf>
  /** Everything that an account owns and approves, as text. */
  readonly holdings: (account: Address) => Promise<string>
  readonly stop: () => Promise<void>
}

export const tokensEach = 4

/** The attacker: an account of the local chain, so that it can receive tokens. */
export const attackerIndex = 8

/** @param options `creatorTokens`: whether there are collections that enforce their royalties. */
export async function openWorld(options: { readonly creatorTokens?: boolean } = {}): Promise<World> {
  // Loads the rules once, outside of the timeouts.
  await import('@sluice/core/guards')
  const accounts = localAccounts()
  const bare = await startChain({ seedTokens: 6 * tokensEach })
  const creatorTokens = options.creatorTokens ? await deployCreatorTokens(bare) : undefined
  await creatorTokens?.setPolicy({ level: 3, whitelist: [bare.contracts.conduit] })
  const chain = withCreatorTokens(bare, creatorTokens)
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-hostile-'))
  const expiration = BigInt(Math.floor(Date.now() / 1000)) + 86_400n
  const book = await startOpenSeaStandIn({ chain, expiration })
  const lyingBook = await startHostileProxy({ target: book.url })
  const settings = bookSettings({ ...book, url: lyingBook.url }, chain.id)
  const provider = await startProvider({
    ...settings,
    port: 0,
    dataDir,
    chains: [chain],
    logLevel: 'error',
    drop: true,
  })
  const target = `${provider.url}/${chain.slug}`
  const reads = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
  const thief = await attackersServer()
  const attacker = accounts[attackerIndex]?.address as Address
  const { contracts } = chain
  const [first, second, editions] = contracts.collections.map(({ address }) => address) as [
    Address,
    Address,
    Address,
  ]
  const context: AttackContext = {
    ...defaultContext,
    chainId: chain.id,
    attacker,
    attackerKey: concatHex([attacker, padHex('0x01', { size: 12 })]),
    receiver: accounts[5]?.address as Address,
    nft: first,
    otherNft: second,
    editions,
    weth: contracts.weth,
    usdc: contracts.usdc,
    seaport: contracts.seaport,
    conduit: contracts.conduit,
    conduitKey: contracts.conduitKey,
  }
  const hostile = await startHostileProxy({ target, context })
  return {
    chain,
    provider: target,
    hostile,
    book,
    lyingBook,
    reads,
    accounts,
    creatorTokens,
    context,
    elsewhere: thief,
    victim: (index) => victimOf(accounts[index] as LocalAccount, chain.rpcUrl),
    client: (honest = false, impatient = !honest) =>
      clientOf(chain, honest ? target : hostile.url, impatient, book.zone),
    writer: (index) => writerOf(chain, accounts[index]?.privateKey as Hex),
    holdings: (account) => holdingsOf(reads, chain, context, account),
    stop: async () => {
      await Promise.all([hostile.stop(), thief.stop(), provider.stop()])
      await lyingBook.stop()
      await book.stop()
      await chain.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The chain with the collections among its own, so that the provider and the other book know them. */
const withCreatorTokens = (chain: LocalChain, tokens: CreatorTokens | undefined): LocalChain =>
  tokens === undefined
    ? chain
    : {
        ...chain,
        contracts: {
          ...chain.contracts,
          collections: [
            ...chain.contracts.collections,
            { name: 'Lanterns', address: tokens.erc721, kind: 'erc721' },
            { name: 'Lantern Prints', address: tokens.erc1155, kind: 'erc1155' },
          ],
        },
      }

const clientOf = (chain: LocalChain, baseApiUrl: string, impatient: boolean, bookZone: Address): Client =>
  createClient({
    chains: [
      {
        id: chain.id,
        name: chain.name,
        baseApiUrl,
        rpcUrls: [chain.rpcUrl],
        blockTime: 100,
        wrappedNative: chain.contracts.weth,
        conduits: [{ key: chain.contracts.conduitKey, address: chain.contracts.conduit }],
        paymentTokens: [
          { address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
          { address: chain.contracts.weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
          { address: chain.contracts.usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
        ],
      },
    ],
    policy: { zones: { counterparty: [bookZone] } },
    apiKey: 'the-host-key',
    pollingInterval: 15,
    ...(impatient ? { requestTimeout: 1_500, maxPollingAttemptsBeforeTimeout: 12 } : {}),
  })

function victimOf({ privateKey }: LocalAccount, rpcUrl: string): Victim {
  const account = privateKeyToAccount(privateKey)
  const inner = viemWallet(createWalletClient({ account, transport: nodeTransport(rpcUrl) }))
  const asked = (prompt: Prompt) => {
    victim.prompts.push(prompt)
    if (victim.hold.has(requestKey(prompt))) throw new TradeError('wallet_refused', 'Held')
  }
  const victim: Victim = {
    ...inner,
    account: account.address.toLowerCase() as Address,
    prompts: [],
    hold: new Set(),
    sendTransaction: async (call) => {
      asked(call)
      return inner.sendTransaction(call)
    },
    signTypedData: async (request) => {
      asked(request)
      return inner.signTypedData(request)
    },
  }
  return victim
}

/** The server that redirects would lead to; it records requests. */
async function attackersServer() {
  const hits: string[] = []
  const { url, stop } = await serveLocally((incoming, response) => {
    hits.push(`${incoming.method} ${incoming.url}`)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{}')
  })
  return { url, hits, stop }
}

async function holdingsOf(
  reads: PublicClient,
  chain: LocalChain,
  context: AttackContext,
  account: Address,
): Promise<string> {
  const { contracts } = chain
  const tokens = [...contracts.collections, contracts.drop]
    .filter(({ kind }) => kind === 'erc721')
    .map(({ address }) => address)
  const editions = contracts.collections
    .filter(({ kind }) => kind === 'erc1155')
    .map(({ address }) => address)
  const ids = Array.from({ length: 6 }, (_, index) => BigInt(index + 1))
  const spenders = [context.attacker, context.trap, context.permit2, contracts.conduit, contracts.seaport]
  const read = (address: Address, abi: unknown, functionName: string, args: readonly unknown[]) =>
    ({ address, abi, functionName, args }) as never
  const answers = await reads.multicall({
    multicallAddress: contracts.multicall3,
    // One request of the node for all of them.
    batchSize: 0,
    contracts: [
      ...tokens.map((token) => read(token, erc721Abi, 'balanceOf', [account])),
      ...editions.flatMap((token) => ids.map((id) => read(token, erc1155Abi, 'balanceOf', [account, id]))),
      ...[contracts.weth, contracts.usdc].flatMap((token) => [
        read(token, erc20Abi, 'balanceOf', [account]),
        ...spenders.map((spender) => read(token, erc20Abi, 'allowance', [account, spender])),
      ]),
      ...[...tokens, ...editions].flatMap((token) =>
        spenders.map((spender) => read(token, erc721Abi, 'isApprovedForAll', [account, spender])),
      ),
    ],
  })
  const coin = await reads.getBalance({ address: account })
  const spent = await reads.getTransactionCount({ address: account })
  return [...answers.map(({ result }) => String(result)), coin, spent].join(' ')
}

/** A conduit that the attacker owns, with Seaport as an open channel: its existence is no reason for trust. */
export async function deployAttackerConduit(world: World): Promise<Address> {
  const { context, chain, reads } = world
  const thief = world.writer(attackerIndex)
  const controller = { address: conduitControllerAddress, abi: conduitControllerAbi } as const
  await thief.write({
    ...controller,
    functionName: 'createConduit',
    args: [context.attackerKey, context.attacker],
  })
  const [conduit] = await reads.readContract({
    ...controller,
    functionName: 'getConduit',
    args: [context.attackerKey],
  })
  for (const channel of [chain.contracts.seaport, context.attacker])
    await thief.write({ ...controller, functionName: 'updateChannel', args: [conduit, channel, true] })
  return conduit.toLowerCase() as Address
}

export const ownerAbi = parseAbi(['function ownerOf(uint256) view returns (address)'])

/** Tokens of a collection that an account owns, looked up one by one. */
export async function tokensOf(
  world: World,
  collection: Address,
  account: Address,
): Promise<readonly bigint[]> {
  const ids = Array.from({ length: 6 * tokensEach }, (_, index) => BigInt(index + 1))
  const owners = await world.reads.multicall({
    multicallAddress: world.chain.contracts.multicall3,
    contracts: ids.map(
      (id) => ({ address: collection, abi: ownerAbi, functionName: 'ownerOf', args: [id] }) as const,
    ),
  })
  return ids.filter((_, index) => owners[index]?.result?.toLowerCase() === account)
}

export { rpc }
