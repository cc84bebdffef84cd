import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Abi, Hex } from 'viem'
import { loaderFlags } from '../processes/loaderFlags.ts'
import { startReaper } from '../processes/reaper.ts'
import { withFileLock } from '../processes/withFileLock.ts'
import { writeAtomically } from '../processes/writeAtomically.ts'

export type Artifact = { readonly abi: Abi; readonly bytecode: Hex; readonly deployed: Hex }
export type Artifacts = {
  readonly seaport: Artifact
  /** Creation code only. */
  readonly seaport15: Pick<Artifact, 'bytecode'>
  readonly conduitController: Artifact
  readonly tidelines: Artifact
  readonly orbits: Artifact
  readonly blocks: Artifact
  readonly dollar: Artifact
  readonly wrapped: Artifact
  readonly multicall: Artifact
  readonly cancelZone: Artifact
  readonly walletFactory: Artifact
  readonly wallet: Artifact
  readonly transferHelper: Artifact
  readonly seaDropLike: Artifact
  readonly lights: Artifact
  /** Creation code by contract. */
  readonly royalties: RoyaltyContracts
}

/** Creation code of Manifold's royalty registry, the engine that reads it, and the contracts of overrides. */
export type RoyaltyContracts = Readonly<
  Record<'registry' | 'engine' | 'fallback' | 'factory' | 'single' | 'multi' | 'splitter', Hex>
>

type Unit = {
  readonly name: string
  readonly entries: readonly string[]
  readonly settings: object
  readonly contracts: Readonly<Record<string, readonly [file: string, contract: string]>>
}

const require = createRequire(import.meta.url)
const root = resolve(import.meta.dirname, '../../../..')
/** The cache of compiled and deployed contracts. It can be deleted at any time. */
export const cacheFolder = join(root, '.sluice', 'cache')

const output = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } }

/** Compiled with the settings of Seaport's release, so that the bytecode has the canonical CREATE2 address. */
const seaportUnit: Unit = {
  name: 'Seaport 1.6',
  entries: ['seaport-core/src/Seaport.sol', 'seaport-core/src/conduit/ConduitController.sol'],
  settings: {
    viaIR: true,
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 4_294_967_295 },
    metadata: { bytecodeHash: 'none' },
    outputSelection: output,
  },
  contracts: {
    seaport: ['seaport-core/src/Seaport.sol', 'Seaport'],
    conduitController: ['seaport-core/src/conduit/ConduitController.sol', 'ConduitController'],
  },
}
/** The order of the keys is part of the cache key. */
const localSettings = {
  viaIR: true,
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  outputSelection: output,
} as const

const collectionsUnit: Unit = {
  name: 'the local collections',
  entries: [
    'local/Tidelines.sol',
    'local/Orbits.sol',
    'local/Blocks.sol',
    'local/Currencies.sol',
    'local/CancelZone.sol',
    'local/Wallets.sol',
  ],
  settings: localSettings,
  contracts: {
    tidelines: ['local/Tidelines.sol', 'Tidelines'],
    orbits: ['local/Orbits.sol', 'Orbits'],
    blocks: ['local/Blocks.sol', 'Blocks'],
    dollar: ['local/Currencies.sol', 'LocalDollar'],
    wrapped: ['local/Currencies.sol', 'WrappedNative'],
    multicall: ['local/Currencies.sol', 'Multicall'],
    cancelZone: ['local/CancelZone.sol', 'CancelZone'],
    walletFactory: ['local/Wallets.sol', 'WalletFactory'],
    wallet: ['local/Wallets.sol', 'Wallet'],
  },
}

const helperUnit: Unit = {
  name: 'the transfer helper',
  entries: ['local/TransferHelper.sol'],
  settings: localSettings,
  contracts: { transferHelper: ['local/TransferHelper.sol', 'TransferHelper'] },
}

const dropUnit: Unit = {
  name: 'the public drop',
  entries: ['local/SeaDropLike.sol', 'local/Lights.sol'],
  settings: localSettings,
  contracts: {
    seaDropLike: ['local/SeaDropLike.sol', 'SeaDropLike'],
    lights: ['local/Lights.sol', 'Lights'],
  },
}

const contractsFolder = resolve(import.meta.dirname, '../../contracts')

function pathOf(source: string): string {
  if (source.startsWith('local/')) return join(contractsFolder, source.slice(6))
  const [name = '', ...rest] = source.split('/')
  return join(dirname(require.resolve(`${name}/package.json`)), ...rest)
}

/** Reads the entries and everything that they import, by source name. */
function sourcesOf(entries: readonly string[]): Record<string, { content: string }> {
  const sources: Record<string, { content: string }> = {}
  const waiting = [...entries]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (sources[name] !== undefined) continue
    const content = readFileSync(pathOf(name), 'utf8')
    sources[name] = { content }
    for (const match of content.matchAll(/^\s*import[^"']*["']([^"']+)["'];/gms)) {
      const target = match[1] ?? ''
      waiting.push(target.startsWith('.') ? join(dirname(name), target) : target)
    }
  }
  return sources
}

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<
    string,
    Record<string, { abi: Abi; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>
  >
}

function runSolc(input: string): Promise<SolcOutput> {
  return new Promise((done, fail) => {
    const worker = join(import.meta.dirname, `solcWorker${extname(import.meta.filename)}`)
    const child = spawn(process.execPath, [...loaderFlags(worker), worker], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // solc runs for a minute without reading its pipes, so it would outlive a killed parent.
    const reaper = startReaper()
    reaper.watch(child)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', fail)
    child.on('close', (code) => {
      reaper.dismiss()
      if (code !== 0) return fail(new Error(`The Solidity compiler stopped with code ${code}.`))
      done(JSON.parse(Buffer.concat(chunks).toString()))
    })
    child.stdin.end(input)
  })
}

/**
 * Returns the artifacts of a unit. They are cached by a hash of sources, settings and compiler, so that changed sources
 * are compiled again.
 */
async function compileUnit(unit: Unit, progress: (line: string) => void): Promise<Record<string, Artifact>> {
  const sources = sourcesOf(unit.entries)
  const input = JSON.stringify({ language: 'Solidity', sources, settings: unit.settings })
  const key = createHash('sha256').update(`solc-0.8.24\n${input}`).digest('hex').slice(0, 16)
  const name = `${unit.entries[0]?.split('/').at(-1)}-${key}.json`
  const kept = join(contractsFolder, 'compiled', `${name}.gz`)
  if (existsSync(kept))
    return JSON.parse(gunzipSync(readFileSync(kept)).toString()) as Record<string, Artifact>
  const file = join(cacheFolder, name)
  const count = Object.keys(sources).length
  return withFileLock(
    `${file}.lock`,
    () =>
      existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Artifact>) : undefined,
    async () => {
      progress(`Compiling ${unit.name} (${count} sources, once) …`)
      const started = performance.now()
      const artifacts = artifactsOf(unit, await runSolc(input))
      progress(`Compiled ${unit.name} in ${((performance.now() - started) / 1000).toFixed(0)} s.`)
      writeAtomically(file, JSON.stringify(artifacts))
      return artifacts
    },
  )
}

function artifactsOf(unit: Unit, result: SolcOutput): Record<string, Artifact> {
  const errors = (result.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const artifacts: Record<string, Artifact> = {}
  for (const [name, [source, contract]] of Object.entries(unit.contracts)) {
    const found = result.contracts[source]?.[contract]
    if (found === undefined) throw new Error(`The output of the compiler has no contract ${contract}.`)
    artifacts[name] = {
      abi: found.abi,
      bytecode: `0x${found.evm.bytecode.object}`,
      deployed: `0x${found.evm.deployedBytecode.object}`,
    }
  }
  return artifacts
}

/**
 * Reads the creation code of Seaport 1.5. It is precompiled with the settings of its release, because that needs another
 * compiler and more than a minute. Its canonical CREATE2 address proves that it is the released code.
 */
function seaport15(): Hex {
  const packed = readFileSync(join(contractsFolder, 'seaport-1.5', 'Seaport.bin.gz'))
  return `0x${gunzipSync(packed).toString('hex')}`
}

/** Reads the contracts of the royalty registry, precompiled from the package that its authors publish. */
function royaltyContracts(): RoyaltyContracts {
  const packed = readFileSync(join(contractsFolder, 'royalty-registry', 'contracts.json.gz'))
  return JSON.parse(gunzipSync(packed).toString()) as RoyaltyContracts
}

/** Returns the artifacts of Seaport and the local contracts. Compiles what is not in the cache. */
export async function compileContracts(progress: (line: string) => void = () => {}): Promise<Artifacts> {
  const units = await Promise.all(
    [seaportUnit, collectionsUnit, helperUnit, dropUnit].map((unit) => compileUnit(unit, progress)),
  )
  return {
    ...Object.assign({}, ...units),
    seaport15: { bytecode: seaport15() },
    royalties: royaltyContracts(),
  } as Artifacts
}
