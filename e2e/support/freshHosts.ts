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
} from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../..')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export type Served = { readonly url: string; close(): Promise<void> }
export type FreshHosts = {
  /** The folder into which the packages were installed; one folder a host below it. */
  readonly folder: string
  remove(): void
}

/** Runs a program to its end; its output, or an error with it. */
export async function runToEnd(
  file: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
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

/** Compilers and bundlers: the very versions that the templates name, and no part of what they make. */
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

const ourScript = (...args: readonly string[]): Promise<string> =>
  runToEnd(process.execPath, ['--conditions=@sluice/source', '--import', 'tsx', ...args], root)

/** What a host needs to be told of a market: a chain's number, the base URL of its provider, and a node. */
export type Market = { readonly id: number; readonly baseApiUrl: string; readonly rpcUrl: string }

/**
 * Packs what pages and programs import and installs the tarballs into hosts outside of the repository, as their
 * owners would: nothing there can see a source or a link of ours. Beside the hosts that stand in `e2e/hosts` there
 * is one app of each template.
 */
export async function installHosts({ id, baseApiUrl, rpcUrl }: Market): Promise<FreshHosts> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-hosts-'))
  cpSync(resolve(import.meta.dirname, '../hosts'), folder, { recursive: true })
  const market = ['--provider', baseApiUrl, '--chain', String(id), '--rpc', rpcUrl]
  const [listed] = await Promise.all([
    ourScript('scripts/packs.ts', 'wire', 'seaport', 'core', 'react'),
    ...['node', 'page', 'react'].map((template) =>
      ourScript(
        'packages/cli/src/main.ts',
        'create',
        join(folder, `shop-${template}`),
        '--template',
        template,
        ...market,
      ),
    ),
  ])
  for (const [, name, tarball] of listed.matchAll(/^@sluice\/(\S+) {2}(\S+)$/gm))
    cpSync(join(root, tarball ?? ''), join(folder, 'packs', `${name}.tgz`))
  // What a page or a program is made of is installed; what it is built with is lent by this repository, see below.
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev']
  // React 18 has a folder of its own: two Reacts in one tree would share the kit.
  await npm(['install', ...quick], folder)
  await npm(['install', ...quick], join(folder, 'vite'))
  for (const tool of tools) lend(folder, tool)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Runs npm, or a command of an app by it; what the command prints. */
export const npm = (
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => runToEnd('npm', args, folder, environment)

/** Builds the Next host and lets it serve at a free port; `setup` is what its server finds in its environment. */
export async function serveNext(folder: string, setup: object): Promise<Served> {
  const home = join(folder, 'next')
  const next = join(folder, 'node_modules/next/dist/bin/next')
  await runToEnd(process.execPath, [next, 'build'], home, {
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  })
  const child = spawn(process.execPath, [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      SETUP: JSON.stringify(setup),
    },
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

/** Serves files by path prefix; `page` is what `/` answers. */
export async function serveFiles(
  folders: Readonly<Record<string, string>>,
  page: () => string | Buffer,
): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const [prefix, folder] = Object.entries(folders).find(([start]) => pathname.startsWith(start)) ?? []
    try {
      const file = folder === undefined ? '' : join(folder, pathname.slice((prefix ?? '').length))
      if (folder !== undefined && !file.startsWith(folder)) throw new Error('outside')
      const body = pathname === '/' ? page() : readFileSync(file)
      const type = pathname === '/' ? types['.html'] : types[extname(file)]
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/**
 * Builds the Vite host with the Vite of this repository: a tool, not a part of the page. In development mode, for
 * React warns and mounts everything twice in that one alone.
 */
export async function buildVite(folder: string): Promise<string> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  await runToEnd(
    process.execPath,
    [vite, 'build', '--mode', 'development', '--logLevel', 'error'],
    join(folder, 'vite'),
    { NODE_ENV: 'development' },
  )
  return join(folder, 'vite/dist')
}

/** Serves what a build of Vite left: one page and its assets. */
export const serveBuilt = (dist: string): Promise<Served> =>
  serveFiles({ '/assets/': join(dist, 'assets') }, () => readFileSync(join(dist, 'index.html')))
