import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, type Hardfork, rpc, startAnvil } from '../chain/anvil.ts'
import { type Artifacts, cacheFolder, compileContracts } from '../contracts/compile.ts'
import { type Contracts, deploy } from '../contracts/deploy.ts'
import { type Reaper, startReaper } from '../processes/reaper.ts'
import { stopProcess } from '../processes/stopProcess.ts'
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
  /** The block at which the deployment ends and the market's own history begins. */
  readonly startBlock: number
  /** When this node was started, in milliseconds. */
  readonly startedAt: number
  /** The node's process, for tests of what others do while it is in trouble. */
  readonly node: NodeProcess
  stop(): Promise<void>
}

/** A node that can be frozen and killed. */
export type NodeProcess = {
  /** Freezes it: it keeps its connections open and answers nobody. */
  freeze(): void
  thaw(): void
  /** Saves its state, and kills it at once. */
  kill(): Promise<void>
  /** Starts it again at the same port, with the saved state. */
  restart(): Promise<void>
}

export type ChainOptions = {
  readonly chainId?: number
  /** 0 takes any free port. */
  readonly port?: number
  /** Seconds between blocks; a block per transaction when absent. */
  readonly blockTime?: number
  /**
   * Gives the named accounts money and this many tokens of each ERC-721 collection; 0 gives only money.
   * Without it nobody owns anything but native coin.
   */
  readonly seedTokens?: number
  /** Gives the first collection of a seeded chain this many tokens, if that is more. */
  readonly largest?: number | undefined
  /** Gives a seeded chain two months of past sales. */
  readonly history?: boolean
  /** Whether the conduit stands where OpenSea's does on other chains, as OpenSea's SDK expects; see `deploy`. */
  readonly releasedConduit?: boolean
  /** Whether the chain has a collection whose transfer validator enforces its royalties; tokens only if it is seeded. */
  readonly enforced?: boolean
  /** The rules of the chain; Cancun's by default. */
  readonly hardfork?: Hardfork | undefined
  readonly artifacts?: Artifacts
  readonly reaper?: Reaper
  readonly progress?: (line: string) => void
}

/** Milliseconds for which a chain's history is kept: an older one would end long before the day on which it is looked at. */
const historyKeptFor = 86_400_000

/** Changes with the code of deployment and furnishing, so that an old cache is never used. */
const stateVersion = 11

/** What stands on a chain besides its ordinary contracts. */
type Deployed = { readonly releasedConduit: boolean; readonly enforced: boolean }

/** The cached state of a deployed chain. */
type Kept = { readonly contracts: Contracts; readonly startBlock: number; readonly state: string }

const chainNames: Readonly<Record<number, string>> = { 31337: 'Harbor', 1337: 'Fjord' }

/**
 * Starts a real EVM node with Seaport, the conduit, currencies and collections on it. The resulting state is
 * cached per chain and seed, one with a history for a day: later starts take a fraction of a second.
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
  let kept = readKept(file, past ? historyKeptFor : undefined)
  let node: Anvil
  if (kept === undefined) {
    const now = Math.floor(Date.now() / 1000)
    node = await start(past ? { beginning: now - historySeconds } : {})
    progress(`Deploying Seaport and the collections on chain ${chainId} …`)
    kept = await make(node.rpcUrl, chainId, artifacts, seedSize, past ? now : undefined, {
      releasedConduit,
      enforced,
    })
    keep(file, kept)
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
    contracts: kept.contracts,
    startBlock: kept.startBlock,
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

async function make(
  rpcUrl: string,
  chainId: number,
  artifacts: Artifacts,
  seedSize: SeedSize | undefined,
  historyUntil: number | undefined,
  { releasedConduit, enforced }: Deployed,
): Promise<Kept> {
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

function readKept(file: string, atMost = Number.POSITIVE_INFINITY): Kept | undefined {
  if (!existsSync(`${file}.json`) || !existsSync(`${file}.state`)) return undefined
  if (Date.now() - statSync(`${file}.json`).mtimeMs > atMost) return undefined
  return { ...JSON.parse(readFileSync(`${file}.json`, 'utf8')), state: '' }
}

/** Written atomically; the description comes last, so that it never exists without its state. */
function keep(file: string, { state, ...description }: Kept): void {
  mkdirSync(cacheFolder, { recursive: true })
  for (const [path, text] of [
    [`${file}.state`, state],
    [`${file}.json`, JSON.stringify(description)],
  ] as const) {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, text)
    renameSync(draft, path)
  }
}
