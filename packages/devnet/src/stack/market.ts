import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { cacheFolder } from '../contracts/compile.ts'
import { freePort } from '../processes/freePort.ts'
import { startReaper } from '../processes/reaper.ts'
import { stopProcess } from '../processes/stopProcess.ts'
import type { StackDescription } from './stack.ts'

/** A running server of the market app. */
export type Market = { readonly url: string; stop(): Promise<void> }

const root = resolve(import.meta.dirname, '../../../..')
const appFolder = join(root, 'apps/market')
/** The sources of the app. */
const inputs = [
  'package-lock.json',
  'apps/market',
  ...['core', 'guards', 'react', 'seaport', 'wire'].map((name) => `packages/${name}`),
]
const ignored = ['node_modules', 'dist', 'test', '.cache']

function viteOf(): string {
  const require = createRequire(join(appFolder, 'package.json'))
  return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')
}

/** Returns every file below a path, in the same order on every machine. */
function filesOf(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !ignored.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : entry.isFile() ? [join(path, entry.name)] : [],
    )
}

/** Returns a hash of the sources. */
function keyOf(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const path = join(root, input)
    for (const file of input.endsWith('.json') ? [path] : filesOf(path))
      hash
        .update(`${relative(root, file)}\n`)
        .update(readFileSync(file))
        .update('\n')
  }
  return hash.digest('hex').slice(0, 16)
}

/** Builds the app, if its sources have changed, and resolves to its folder. Several processes may build at once. */
export async function buildMarket(progress: (line: string) => void = () => {}): Promise<string> {
  const folder = join(cacheFolder, `market-${keyOf()}`)
  if (existsSync(folder)) return folder
  progress('Building the market …')
  mkdirSync(cacheFolder, { recursive: true })
  const draft = mkdtempSync(join(cacheFolder, 'market-draft-'))
  try {
    const args = [viteOf(), 'build', '--logLevel', 'error', '--outDir', draft, '--emptyOutDir']
    // Always a production build: with the mode of a test runner, React's development build would be included.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, args, { cwd: appFolder, stdio: ['ignore', 'ignore', 'pipe'], env })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
    if (code !== 0) throw new Error(`Failed to build the market app.\n${stderr}`)
    if (!existsSync(folder)) renameSync(draft, folder)
    return folder
  } catch (cause) {
    // Another process may have finished the same build in the meantime.
    if (existsSync(folder)) return folder
    throw cause
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Builds and serves the app. It reads the stack's description from `/stack.json`. */
export async function startMarket(
  description: StackDescription,
  wantedPort: number,
  progress: (line: string) => void = () => {},
  built: Promise<string> = buildMarket(progress),
): Promise<Market> {
  const reaper = startReaper()
  const folder = mkdtempSync(join(tmpdir(), 'sluice-market-'))
  reaper.remove(folder)
  const clean = (): void => {
    rmSync(folder, { recursive: true, force: true })
    reaper.dismiss()
  }
  try {
    const stackFile = join(folder, 'stack.json')
    await writeFile(stackFile, JSON.stringify(description))
    const site = await built
    const port = await freePort(wantedPort, 'the market', progress)
    const child = spawn(
      process.execPath,
      [viteOf(), 'preview', '--outDir', site, '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
      {
        cwd: appFolder,
        stdio: ['ignore', 'ignore', 'inherit'],
        detached: process.platform !== 'win32',
        env: { ...process.env, SLUICE_STACK_FILE: stackFile, PORT: String(port) },
      },
    )
    reaper.watch(child)
    const url = `http://127.0.0.1:${port}`
    await untilServed(child, url)
    return {
      url,
      stop: async () => {
        await stopProcess(child, 'SIGTERM')
        clean()
      },
    }
  } catch (cause) {
    clean()
    throw cause
  }
}

/** Resolves when the server responds. */
async function untilServed(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server of the market app at ${url} exited.`)
    try {
      if ((await fetch(url)).ok) return
    } catch (cause) {
      if (Date.now() > deadline) throw new Error('The server of the market app does not respond.', { cause })
    }
    await new Promise((wake) => setTimeout(wake, 50))
  }
}
