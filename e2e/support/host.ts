import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { serveLocally } from '@sluice/devnet'
import { build, defaultClientConditions } from 'vite'

export type Host = { readonly url: string; close(): Promise<void> }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const root = resolve(import.meta.dirname, '../..')
const homeOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

type HostPages = {
  /** Its folder in the repository, such as `apps/plain`. */
  readonly folder: string
  readonly pages?: readonly string[]
  /** With React 18 instead of the installed version. */
  readonly react18?: boolean
  /** With the Vite settings of the folder. */
  readonly configured?: boolean
}

/** Builds host pages as their owner would, with React's development build. Resolves to the folder. */
export async function buildHost({
  folder,
  pages = ['index.html'],
  react18,
  configured,
}: HostPages): Promise<string> {
  const home = join(root, folder)
  const outDir = join(root, '.sluice/hosts', `${folder.replaceAll('/', '-')}${react18 ? '-18' : ''}`)
  const alias = react18
    ? ['react-dom', 'react'].map((name) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: homeOf(`${name}-18`),
      }))
    : []
  await build({
    root: home,
    logLevel: 'error',
    ...(configured ? {} : { configFile: false as const }),
    resolve: { conditions: ['@sluice/source', ...defaultClientConditions], alias },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: pages.map((page) => join(home, page)) },
    },
  })
  return outDir
}

/** Serves a folder from an origin of its own. */
export async function serveFolder(
  outDir: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Host> {
  const { url, stop } = await serveLocally((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const file = join(outDir, path === '/' ? 'index.html' : path)
    if (!file.startsWith(outDir)) return response.writeHead(404).end()
    try {
      const body = readFileSync(file)
      response
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...headers })
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return { url, close: stop }
}
