import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, transform } from 'esbuild'

/**
 * Prints how large each room is in what a first purchase loads: the bytes by which the compressed bundle shrinks when
 * the text of the room's modules is taken out of it. Rooms share words, so that their sum is less than the whole.
 */
const root = resolve(import.meta.dirname, '../../..')
const core = resolve(root, 'packages/core/src')

/** Another action's code loads by itself. */
const lazyOutside: Plugin = {
  name: 'lazy-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/** The text of each module, in the order of the bundle. */
async function modulesOf(code: string): Promise<readonly (readonly [path: string, text: string])[]> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: resolve(root, 'apps/market'), loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    minifyIdentifiers: true,
    minifySyntax: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@sluice/source'],
    external: ['viem', 'viem/*'],
    plugins: [lazyOutside],
  })
  // The list of exports names what a text without a room lacks.
  const text = (outputFiles[0]?.text ?? '').replace(/^export \{[^}]*\};?$/m, '')
  const [first = '', ...parts] = text.split(/^\/\/ (?=(?:packages|node_modules|apps)\/)/m)
  return [
    ['', first],
    ...parts.map((part): [string, string] => [part.split('\n', 1)[0] ?? '', part.slice(part.indexOf('\n'))]),
  ]
}

const gzipSizeOf = async (texts: readonly string[]): Promise<number> =>
  gzipSync((await transform(texts.join('\n'), { minifyWhitespace: true })).code, { level: 9 }).length

/** `guards/trades`, `core/chain`, `seaport`, `valibot`. */
function roomOf(path: string): string {
  const [, name = '', room = ''] = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(path) ?? []
  if (name === '') return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''
  return ['guards', 'core'].includes(name) && room !== '' ? `${name}/${room}` : name
}

const lines = ['engine/runTrade.ts', 'engine/parts/buy.ts'].map(
  (path) => `export * from '${resolve(core, path)}'`,
)
const page = "export { createClient, buyTokens } from '@sluice/core'"
const started = new Set((await modulesOf(page)).map(([path]) => path))
const modules = await modulesOf([page, ...lines].join('\n'))
const all = await gzipSizeOf(modules.map(([, text]) => text))

/** The modules of each room, and of each package. What the page starts with belongs to none. */
const groups = new Map<string, Set<string>>()
for (const [path] of modules) {
  const room = roomOf(path)
  if (room === '' || started.has(path)) continue
  for (const name of new Set([room, `all of ${room.split('/')[0]}`]))
    groups.set(name, (groups.get(name) ?? new Set()).add(path))
}
const rows: { readonly name: string; readonly kilobytes: number }[] = []
for (const [name, paths] of groups) {
  const rest = await gzipSizeOf(modules.flatMap(([path, text]) => (paths.has(path) ? [] : [text])))
  rows.push({ name, kilobytes: (all - rest) / 1_000 })
}
for (const { name, kilobytes } of rows.sort((a, b) => b.kilobytes - a.kilobytes))
  console.log(`${name.padEnd(24)}${kilobytes.toFixed(1).padStart(8)}`)
console.log(`${'page, engine and guards'.padEnd(24)}${(all / 1_000).toFixed(1).padStart(8)}`)
