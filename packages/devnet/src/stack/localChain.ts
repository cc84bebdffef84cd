import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, type Hardfork, startAnvil } from '../chain/anvil.ts'
import { rpc } from '../chain/rpc.ts'
import { type Artifacts, cacheFolder, compileContracts } from '../contracts/compile.ts'
import { type Contracts, deploy } from '../contracts/deploy.ts'
import { type Reaper, startReaper } from '../processes/reaper.ts'
import { stopProcess } from '../processes/stopProcess.ts'
import { writeAtomically } from '../processes/writeAtomically.ts'
import { type SeedSize, seedChain } from '../seed/seedChain.ts'
import { historySeconds, seedHistory } from '../seed/seedHistory.ts'
import { deployEnforced, mintEnforced } from './enforcedCollection.ts'
import { stateOf, wholeStateOf } from './nodeState.ts'

export type LocalChain = {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly nativeSymbol: string
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly contracts: Contracts
  /** The block after the deployment, from which the market's history is indexed. */
  readonly startBlock: number
  /** Milliseconds since the epoch at which this node was started. */
  readonly startedAt: number
  /** The node's process, for tests that freeze or kill it. */
  readonly node: NodeProcess
  stop(): Promise<void>
}

/** A node that can be frozen and killed. */
export type NodeProcess = {
  /** Suspends the process. It keeps its connections open and responds to no request. */
  freeze(): void
  /** Resumes a frozen process. */
  thaw(): void
  /** Saves the node's state, then kills the process. */
  kill(): Promise<void>
  /** Starts the node again on the same port with the saved state. */
  restart(): Promise<void>
}

export type ChainOptions = {
  readonly chainId?: number
  /** 0 takes any free port. */
  readonly port?: number
  /** Seconds between blocks; by default each transaction gets a block. */
  readonly blockTime?: number
  /**
   * Gives the local accounts money and this many tokens of each ERC-721 collection; 0 gives only money.
   * By default the accounts own only the native currency.
   */
  readonly seedTokens?: number
  /** Tokens of a seeded chain's first collection, if greater than `seedTokens`. */
  readonly largest?: number | undefined
  /** Whether a seeded chain has two months of past sales. */
  readonly history?: boolean
  /** Whether the conduit has the address of OpenSea's conduit on public chains, which OpenSea's SDK expects; see `deploy`. */
  readonly releasedConduit?: boolean
  /** Whether the chain has a collection whose transfer validator enforces royalties. It has tokens only if seeded. */
  readonly enforced?: boolean
  /** Hardfork of the chain; Cancun by default. */
  readonly hardfork?: Hardfork | undefined
  readonly artifacts?: Artifacts
  readonly reaper?: Reaper
  readonly progress?: (line: string) => void
}

/** Milliseconds for which a cached history is used. An older one would end long before today. */
const historyMaxAge = 86_400_000

/** Version of the code that deploys and seeds a chain. Increase it with each change, so that no old cache is used. */
const stateVersion = 11

/** Optional parts of a deployment. */
type Deployed = { readonly releasedConduit: boolean; readonly enforced: boolean }

/** A deployed chain as the cache has it. */
type CachedChain = { readonly contracts: Contracts; readonly startBlock: number; readonly state: string }

const chainNames: Readonly<Record<number, string>> = { 31337: 'Harbor', 1337: 'Fjord' }

/**
 * Starts an EVM node with Seaport, the conduit, currencies and collections. The resulting state is cached by chain and
 * seed, so that later starts take a fraction of a second. A state with a history is cached for a day.
 */
export async function startChain(options: ChainOptions = {}): Promise<LocalChain> {
  const chainId = options.chainId ?? 31337
  const progress = options.progress ?? (() => {})
  const artifacts = options.artifacts ?? (await compileContracts(progress))
  const reaper = options.reaper ?? startReaper()
  const past = options.history === true && (options.seedTokens ?? 0) > 0
  const { seedTokens, largest, releasedConduit = false, enforced = false, hardfork } = options
  const seedSize = seedTokens === undefined ? undefined : { size: seedTokens, largest }
  const file = stateFile(chainId, artifacts, seedSize, past, { releasedConduit, enforced })
  const start = (more: {
    loadState?: string
    blockTime?: number | undefined
    beginning?: number | undefined
  }): Promise<Anvil> => startAnvil({ chainId, port: options.port ?? 0, reaper, progress, hardfork, ...more })
  let cached = readCache(file, past ? historyMaxAge : undefined)
  let node: Anvil
  if (cached === undefined) {
    const now = Math.floor(Date.now() / 1000)
    node = await start(past ? { beginning: now - historySeconds } : {})
    progress(`Deploying Seaport and the collections on chain ${chainId} …`)
    cached = await deployChain(node.rpcUrl, chainId, artifacts, seedSize, past ? now : undefined, {
      releasedConduit,
      enforced,
    })
    writeCache(file, cached)
    if (options.blockTime !== undefined) await rpc(node.rpcUrl, 'evm_setIntervalMining', [options.blockTime])
  } else node = await start({ loadState: `${file}.state`, blockTime: options.blockTime })
  const dumped = join(tmpdir(), `sluice-node-${process.pid}-${node.port}.state`)
  const handle: NodeProcess = {
    freeze: () => void node.child.kill('SIGSTOP'),
    thaw: () => void node.child.kill('SIGCONT'),
    kill: async () => {
      writeFileSync(dumped, await wholeStateOf(node.rpcUrl))
      await stopProcess(node.child, 'SIGKILL')
    },
    restart: async () => {
      const { port } = node
      node = await startAnvil({
        chainId,
        port,
        reaper,
        progress,
        hardfork,
        loadState: dumped,
        blockTime: options.blockTime,
      })
      rmSync(dumped, { force: true })
    },
  }
  const name = chainNames[chainId] ?? `Chain ${chainId}`
  return {
    id: chainId,
    slug: name.toLowerCase().replace(' ', '-'),
    name,
    nativeSymbol: 'ETH',
    rpcUrl: node.rpcUrl,
    wsUrl: `ws://127.0.0.1:${node.port}`,
    contracts: cached.contracts,
    startBlock: cached.startBlock,
    startedAt: Date.now(),
    node: handle,
    stop: async () => {
      rmSync(dumped, { force: true })
      node.child.kill('SIGCONT')
      await stopProcess(node.child, 'SIGTERM')
      if (options.reaper === undefined) reaper.dismiss()
    },
  }
}

function stateFile(
  chainId: number,
  artifacts: Artifacts,
  seedSize: SeedSize | undefined,
  past: boolean,
  { releasedConduit, enforced }: Deployed,
): string {
  const { royalties, ...compiled } = artifacts
  const code = [...Object.values(compiled).map(({ bytecode }) => bytecode), ...Object.values(royalties)]
  const { size = 'bare', largest } = seedSize ?? {}
  const key = createHash('sha256')
    .update(
      JSON.stringify([
        ...[stateVersion, size, past, code, largest],
        ...[...(releasedConduit ? ['released'] : []), ...(enforced ? ['enforced'] : [])],
      ]),
    )
    .digest('hex')
    .slice(0, 16)
  return join(cacheFolder, `chain-${chainId}-${key}`)
}

async function deployChain(
  rpcUrl: string,
  chainId: number,
  artifacts: Artifacts,
  seedSize: SeedSize | undefined,
  historyUntil: number | undefined,
  { releasedConduit, enforced }: Deployed,
): Promise<CachedChain> {
  const deployed = await deploy(rpcUrl, chainId, artifacts, releasedConduit)
  const local = { id: chainId, name: 'Local', rpcUrl, startedAt: Date.now() }
  const collection = enforced ? await deployEnforced(local, deployed) : undefined
  const contracts = collection === undefined ? deployed : { ...deployed, enforced: collection }
  const startBlock = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'))
  if (seedSize !== undefined) await seedChain(rpcUrl, chainId, contracts, seedSize)
  if (seedSize !== undefined && historyUntil !== undefined)
    await seedHistory(rpcUrl, chainId, contracts, seedSize.size, historyUntil)
  if (seedSize !== undefined && seedSize.size > 0 && collection !== undefined)
    await mintEnforced(local, collection, contracts)
  return { contracts, startBlock, state: await stateOf(rpcUrl) }
}

function readCache(file: string, maxAge = Number.POSITIVE_INFINITY): CachedChain | undefined {
  if (!existsSync(`${file}.json`) || !existsSync(`${file}.state`)) return undefined
  if (Date.now() - statSync(`${file}.json`).mtimeMs > maxAge) return undefined
  return { ...JSON.parse(readFileSync(`${file}.json`, 'utf8')), state: '' }
}

/** Writes both files. The description is written last, so that it never exists without its state. */
function writeCache(file: string, { state, ...description }: CachedChain): void {
  mkdirSync(cacheFolder, { recursive: true })
  writeAtomically(`${file}.state`, state)
  writeAtomically(`${file}.json`, JSON.stringify(description))
}
