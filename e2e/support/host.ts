import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { build, defaultClientConditions } from 'vite'

export type Host = { readonly url: string; close(): Promise<void> }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Builds a host page of `apps` as its owner would, and serves it. */
export async function serveHost(name: string): Promise<Host> {
  const root = resolve(import.meta.dirname, '../../apps', name)
  const outDir = resolve(import.meta.dirname, '../../.sluice/hosts', name)
  await build({
    root,
    logLevel: 'error',
    configFile: false,
    resolve: { conditions: ['@sluice/source', ...defaultClientConditions] },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const file = join(outDir, path === '/' ? 'index.html' : path)
    if (!file.startsWith(outDir)) return response.writeHead(404).end()
    try {
      const body = readFileSync(file)
      response
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
