import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../processes/freePort.ts'
import type { Reaper } from '../processes/reaper.ts'
import { rpc } from './rpc.ts'

const require = createRequire(import.meta.url)

/** Returns the path of a file in a package, or `undefined` if the package or the file is missing. */
function fileOf(name: string, path: string): string | undefined {
  try {
    const file = join(dirname(require.resolve(`${name}/package.json`)), path)
    return existsSync(file) ? file : undefined
  } catch {
    // The package is not installed: it is for another platform, or npm could not download it.
    return undefined
  }
}

/**
 * Returns the path of the anvil binary: that of the npm package for this platform, the one that `@foundry-rs/anvil`
 * downloaded, or the one on the PATH.
 *
 * @throws {Error} if there is none.
 */
function anvilBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const installed =
    fileOf(`@foundry-rs/anvil-${process.platform}-${arch}`, join('bin', name)) ??
    fileOf('@foundry-rs/anvil', name)
  if (installed !== undefined) return installed
  if (spawnSync('anvil', ['--version'], { stdio: 'ignore' }).status === 0) return 'anvil'
  throw new Error(
    `npm could not install anvil for ${process.platform}-${process.arch}: install Foundry (https://getfoundry.sh) so that "anvil" is on the PATH.`,
  )
}

/** Hardfork of a chain. Accounts can have code (EIP-7702) from Prague on. */
export type Hardfork = 'cancun' | 'prague'

export type AnvilOptions = {
  readonly chainId: number
  /** 0 takes any free port. If the port is taken, the next free one is used and logged. */
  readonly port: number
  /** Seconds between blocks; by default each transaction gets a block. */
  readonly blockTime?: number | undefined
  readonly loadState?: string | undefined
  /** Timestamp of the first block in unix seconds; the current time by default. */
  readonly beginning?: number | undefined
  /** Hardfork of the chain; Cancun by default. */
  readonly hardfork?: Hardfork | undefined
  readonly reaper: Reaper
  readonly progress: (line: string) => void
}

/** A running node. */
export type Anvil = { readonly child: ChildProcess; readonly port: number; readonly rpcUrl: string }

class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/** Starts a node and resolves when it responds. The reaper stops it when this process exits, for whatever reason. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  for (let attempt = 1; ; attempt += 1) {
    const { port, chainId, progress } = options
    const wanted = port === 0 ? 0 : await freePort(port, `chain ${chainId}`, progress)
    try {
      return await launch(options, wanted)
    } catch (cause) {
      // Another program took the port between the check and the node's start.
      if (!(cause instanceof PortTaken) || attempt === 5) throw cause
    }
  }
}

async function launch(options: AnvilOptions, wanted: number): Promise<Anvil> {
  // By default the node caches the states of old blocks in the home folder: gigabytes in a day of tests.
  const states = mkdtempSync(join(tmpdir(), 'sluice-states-'))
  options.reaper.remove(states)
  const args = ['--chain-id', String(options.chainId), '--port', String(wanted), '--host', '127.0.0.1']
  args.push('--hardfork', options.hardfork ?? 'cancun', '--cache-path', states)
  if (options.blockTime !== undefined) args.push('--block-time', String(options.blockTime))
  if (options.loadState !== undefined) args.push('--load-state', options.loadState)
  if (options.beginning !== undefined) args.push('--timestamp', String(options.beginning))
  // The node has its own process group: Ctrl-C reaches only this process, which stops everything in order.
  const child = spawn(anvilBinary(), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  options.reaper.watch(child)
  child.once('exit', () => rmSync(states, { recursive: true, force: true }))
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk.toString()}`.slice(-2000)
  })
  // Waits for the message of this node, because another node might respond on the port.
  const port = await new Promise<number>((done, fail) => {
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      const listening = /^Listening on \S+:(\d+)/.exec(line)
      if (listening === null) return
      lines.close()
      child.stdout.resume()
      done(Number(listening[1]))
    })
    child.once('error', fail)
    child.once('exit', (code) => {
      const message = `The node of chain ${options.chainId} stopped with code ${code}. ${stderr}`
      fail(
        /in use|AddrInUse|os error 98|os error 48/i.test(stderr)
          ? new PortTaken(message)
          : new Error(message),
      )
    })
  })
  const rpcUrl = `http://127.0.0.1:${port}`
  await rpc(rpcUrl, 'anvil_setLoggingEnabled', [false])
  return { child, port, rpcUrl }
}
