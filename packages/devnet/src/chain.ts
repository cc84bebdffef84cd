import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { freePort, rpc, startAnvil } from './anvil.ts'
import { type Artifacts, cacheFolder, compileContracts } from './compile.ts'
import { type Contracts, deploy } from './deploy.ts'

export type LocalChain = {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly nativeSymbol: string
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly contracts: Contracts
  /** Where the deployed state ends and the market's own history begins. */
  readonly startBlock: number
  stop(): Promise<void>
}

export type ChainOptions = {
  readonly chainId?: number
  /** 0 takes any free port. */
  readonly port?: number
  readonly blockTime?: number
  readonly artifacts?: Artifacts
  readonly progress?: (line: string) => void
}

/** Changes with the deployment's own code, so that an old cache is never used. */
const deploymentVersion = 5

/**
 * Starts a real EVM node with Seaport, the conduit, currencies and collections on it. The deployed state is
 * cached per chain: later starts take well under a second.
 */
export async function startChain(options: ChainOptions = {}): Promise<LocalChain> {
  const chainId = options.chainId ?? 31337
  const progress = options.progress ?? (() => {})
  const artifacts = options.artifacts ?? (await compileContracts(progress))
  const port = await freePort(options.port ?? 0, `chain ${chainId}`, progress)
  const rpcUrl = `http://127.0.0.1:${port}`
  const key = createHash('sha256')
    .update(`${deploymentVersion}${JSON.stringify(Object.values(artifacts).map(({ bytecode }) => bytecode))}`)
    .digest('hex')
    .slice(0, 16)
  const stateFile = join(cacheFolder, `chain-${chainId}-${key}.json`)
  const contractsFile = `${stateFile}.contracts`
  const cached = existsSync(stateFile) && existsSync(contractsFile)
  const child = await startAnvil({
    chainId,
    port,
    blockTime: cached ? options.blockTime : undefined,
    loadState: cached ? stateFile : undefined,
  })
  let contracts: Contracts
  if (cached) contracts = JSON.parse(readFileSync(contractsFile, 'utf8'))
  else {
    progress(`Deploying Seaport and the collections on chain ${chainId} …`)
    contracts = await deploy(rpcUrl, chainId, artifacts)
    const dump = await rpc<string>(rpcUrl, 'anvil_dumpState')
    mkdirSync(cacheFolder, { recursive: true })
    writeWhole(stateFile, gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString())
    writeWhole(contractsFile, JSON.stringify(contracts))
    if (options.blockTime !== undefined) await rpc(rpcUrl, 'evm_setIntervalMining', [options.blockTime])
  }
  const startBlock = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'))
  return {
    id: chainId,
    slug: chainId === 31337 ? 'harbor' : chainId === 1337 ? 'fjord' : String(chainId),
    name: chainId === 31337 ? 'Harbor' : chainId === 1337 ? 'Fjord' : `Chain ${chainId}`,
    nativeSymbol: 'ETH',
    rpcUrl,
    wsUrl: `ws://127.0.0.1:${port}`,
    contracts,
    startBlock,
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done()
        child.once('exit', () => done())
        child.kill('SIGTERM')
      }),
  }
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}
