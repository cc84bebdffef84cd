import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Host, serveFolder } from './host.ts'

const root = resolve(import.meta.dirname, '../..')

export type FreshHosts = {
  /** The folder into which the packages were installed, with one folder per host below it. */
  readonly folder: string
  remove(): void
}

/** Runs a program to its end. Resolves to its output; rejects with an error that includes it. */
async function runToEnd(
  file: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A host does not have the environment of a test.
    env: { ...process.env, NODE_ENV: undefined, ...environment },
    shell: process.platform === 'win32' && file === 'npm',
  })
  const said: string[] = []
  const printed: string[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()) && printed.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0) throw new Error(`${file} ${args[0] ?? ''} ended with ${code}:\n${said.join('')}`)
  return printed.join('')
}

/** Runs npm, or a command of an app through it. Resolves to what the command prints. */
export const npm = (
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => runToEnd('npm', args, folder, environment)

/** Compilers and bundlers in the versions that the templates name. They are not part of what is built. */
const tools = [
  'vite',
  '@vitejs/plugin-react',
  'typescript',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '.bin/vite',
  '.bin/tsc',
]

function lend(folder: string, tool: string): void {
  const place = join(folder, 'node_modules', tool)
  // Some come as peers of what was installed.
  if (existsSync(place)) return
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(realpathSync(join(root, 'node_modules', tool)), place, 'junction')
}

/**
 * Packs what pages and programs import and installs the tarballs into hosts outside of the repository, as their
 * owners would: nothing there can see our sources or links. The hosts are those of `e2e/hosts` and those that `create`
 * makes in its folder, `shop-…`.
 */
export async function installHosts(create: (folder: string) => Promise<unknown>): Promise<FreshHosts> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-hosts-'))
  cpSync(resolve(import.meta.dirname, '../hosts'), folder, { recursive: true })
  const packs = ['scripts/packs.ts', 'core', 'react']
  const [listed] = await Promise.all([
    runToEnd(process.execPath, ['--conditions=@sluice/source', '--import', 'tsx', ...packs], root),
    create(folder),
  ])
  for (const [, name, tarball] of listed.matchAll(/^@sluice\/(\S+) {2}(\S+)$/gm))
    cpSync(join(root, tarball ?? ''), join(folder, 'packs', `${name}.tgz`))
  // What a page or a program imports is installed once; its build tools are linked from this repository.
  const quick = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--omit=dev',
    '--no-package-lock',
  ]
  await npm(['install', ...quick], folder)
  for (const tool of tools) lend(folder, tool)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Builds a Vite host with its own command and serves the result. */
export async function serveBuilt(folder: string): Promise<Host> {
  await npm(['run', 'build'], folder)
  return serveFolder(join(folder, 'dist'))
}

const nextOf = (folder: string): string => join(folder, 'node_modules/next/dist/bin/next')
const nextEnvironment = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }

export const buildNext = (folder: string, name: string): Promise<string> =>
  runToEnd(process.execPath, [nextOf(folder), 'build'], join(folder, name), nextEnvironment)

/** Serves a built Next host at a free port; `setup` is in the environment of its server. */
export async function serveNext(folder: string, name: string, setup: object): Promise<Host> {
  const home = join(folder, name)
  const next = nextOf(folder)
  const child = spawn(process.execPath, [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...nextEnvironment, SETUP: JSON.stringify(setup) },
  })
  const url = await new Promise<string>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`Next stopped at its start (${code}).`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Local:\s+(http:\S+)/.exec(line)?.[1]
      if (found !== undefined) done(found)
    })
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    url,
    close: () => {
      child.kill('SIGKILL')
      return gone
    },
  }
}

/** Serves the page of one HTML file, with its placeholders filled in, and the script of the kit's tarball. */
export async function servePage(
  { folder }: FreshHosts,
  places: Readonly<Record<string, string>>,
): Promise<Host> {
  const home = join(folder, 'html')
  const page = join(home, 'index.html')
  const text = Object.entries(places).reduce(
    (html, [name, value]) => html.replace(`{{${name}}}`, value),
    readFileSync(page, 'utf8'),
  )
  writeFileSync(page, text)
  cpSync(join(folder, 'node_modules/@sluice/react/dist/script'), join(home, 'sluice'), { recursive: true })
  return serveFolder(home)
}
