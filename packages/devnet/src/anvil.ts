import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The node's binary: the npm package's own, else the one on PATH, else a sentence that says what to do. */
export function anvilBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const home = dirname(require.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/package.json`))
    const path = join(home, 'bin', name)
    if (existsSync(path)) return path
  } catch {
    // npm has no binary for this platform; the PATH is asked next.
  }
  if (spawnSync('anvil', ['--version'], { stdio: 'ignore' }).status === 0) return 'anvil'
  throw new Error(
    `npm has no anvil for ${process.platform}-${process.arch}: install Foundry (https://getfoundry.sh) so that "anvil" is on the PATH.`,
  )
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** `wanted` where it is free, else the next free port above it, said through `tell`. */
export async function freePort(wanted: number, what: string, tell: (line: string) => void): Promise<number> {
  if (wanted === 0) {
    return new Promise((done, fail) => {
      const server = createServer()
      server.once('error', fail)
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        server.close(() =>
          typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('No port.')),
        )
      })
    })
  }
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isFree(port)) {
      if (port !== wanted) tell(`Port ${wanted} is taken; ${what} uses ${port}.`)
      return port
    }
  }
  throw new Error(`No free port for ${what} between ${wanted} and ${wanted + 99}.`)
}

export type AnvilOptions = {
  readonly chainId: number
  readonly port: number
  /** Seconds between blocks; a block per transaction when absent. */
  readonly blockTime?: number | undefined
  readonly loadState?: string | undefined
}

/** Calls a JSON-RPC method and answers its result. */
export async function rpc<T = unknown>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body = (await response.json()) as { result?: T; error?: { message: string } }
  if (body.error !== undefined) throw new Error(`${method}: ${body.error.message}`)
  return body.result as T
}

/** Starts a node and resolves when it answers. It ends with this process. */
export async function startAnvil(options: AnvilOptions): Promise<ChildProcess> {
  const args = ['--chain-id', String(options.chainId), '--port', String(options.port), '--host', '127.0.0.1']
  args.push('--hardfork', 'cancun', '--silent')
  if (options.blockTime !== undefined) args.push('--block-time', String(options.blockTime))
  if (options.loadState !== undefined) args.push('--load-state', options.loadState)
  const child = spawn(anvilBinary(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2000)
  })
  const ended = new Promise<never>((_, fail) => {
    child.once('error', fail)
    child.once('exit', (code) =>
      fail(new Error(`The node of chain ${options.chainId} stopped with code ${code}. ${said}`)),
    )
  })
  ended.catch(() => {})
  const url = `http://127.0.0.1:${options.port}`
  const answers = async (): Promise<void> => {
    const deadline = Date.now() + 20_000
    for (;;) {
      try {
        await rpc(url, 'eth_chainId')
        return
      } catch (cause) {
        if (Date.now() > deadline)
          throw new Error(`The node of chain ${options.chainId} does not answer.`, { cause })
        await new Promise((wake) => setTimeout(wake, 25))
      }
    }
  }
  await Promise.race([answers(), ended])
  return child
}
