import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

/** Bytes after gzip. */
export type SizeRow = {
  readonly name: string
  /** What a page loads before its first action. */
  readonly page: number
  /** What the first action adds: the engine and the reads it judges by, without the guards. */
  readonly engine?: number
  /** What the guards add to that: plan parser, Seaport and rules. */
  readonly guards?: number
  /** Budget of `page`. */
  readonly limit?: number
  /** Budget of `engine` and `guards` together: what loads when a dialog opens or a run starts. */
  readonly actingLimit?: number
}

const root = resolve(import.meta.dirname, '../../..')
const source = resolve(root, 'packages/core/src')

const host = ['viem', 'viem/*']

/** What is loaded by `import()` stays outside: it is no part of what a page starts with. */
const lazyOutside: Plugin = {
  name: 'lazy-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/** A style sheet that is imported as text is a part of the page, as it is in a host's bundle. */
const stylesAsText: Plugin = {
  name: 'styles-as-text',
  setup(bundle) {
    bundle.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/\?inline$/, '')),
      namespace: 'style-text',
    }))
    bundle.onLoad({ filter: /.*/, namespace: 'style-text' }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, minify: true, write: false })
      return { contents: outputFiles[0]?.text ?? '', loader: 'text' }
    })
  },
}

/** Everything of ours that `code` reaches, minified; `external` stays outside, as in a host's bundle. */
export async function bundle(code: string, external: readonly string[] = host): Promise<Uint8Array> {
  const result = await build({
    stdin: { contents: code, resolveDir: resolve(root, 'apps/market'), loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@sluice/source'],
    external: [...external],
    plugins: [lazyOutside, stylesAsText],
    jsx: 'automatic',
    loader: { '.css': 'empty' },
  })
  return result.outputFiles[0]?.contents ?? new Uint8Array()
}

const gzipOf = async (code: string, external: readonly string[]): Promise<number> =>
  gzipSync(await bundle(code, external), { level: 9 }).length

const react = [...host, 'react', 'react-dom', 'react/*', 'react-dom/*', '@tanstack/react-query']
const lines = (...paths: readonly string[]) =>
  paths.map((path) => `export * from ${JSON.stringify(resolve(source, path))}`).join('\n')
const guardLines = (actions: readonly string[]) =>
  actions.map((action) => `export * from '@sluice/guards/${action}'`).join('\n')
const engine = lines('engine/runTrade.ts')

/** A page of core alone: what it starts with, and what its first action adds. */
async function trading(
  name: string,
  names: string,
  actions: readonly string[],
  limits: Pick<SizeRow, 'limit' | 'actingLimit'>,
  more = '',
): Promise<SizeRow> {
  const page = `export { createClient, ${names} } from '@sluice/core'`
  const [start, acting, guarded] = await Promise.all([
    gzipOf(page, host),
    gzipOf(`${page}\n${engine}\n${more}`, host),
    gzipOf(`${page}\n${engine}\n${more}\n${guardLines(actions)}`, host),
  ])
  return { name, page: start, engine: acting - start, guards: guarded - acting, ...limits }
}

/** Bytes of all that a purchase loads: page, wallet, engine and guards; `external` is the host's. */
export const purchaseSize = (external: readonly string[]): Promise<number> =>
  gzipOf(
    ["export { createClient, buyTokens, viemWallet } from '@sluice/core'", engine, guardLines(['buy'])].join(
      '\n',
    ),
    external,
  )

/**
 * Budgets in bytes after gzip: in whole kilobytes, so that nobody writes worse code to meet one. `acting` is the engine
 * with all guards of an action, whatever a plan contains, in two imports; `signing` is the same where orders are signed.
 * Both are above the goal of 42 kB.
 */
const budgets = { page: 10_000, pageWithWallet: 11_000, acting: 62_000, signing: 67_000, buyDialog: 45_000 }
const action = { limit: budgets.page, actingLimit: budgets.acting }
const signing = { limit: budgets.page, actingLimit: budgets.signing }

/** Bundle sizes in bytes; viem, React and TanStack Query are the host's. */
export async function sizes(): Promise<readonly SizeRow[]> {
  const six = 'buyTokens, acceptOffers, listTokens, placeBids, cancelOrders, transferTokens'
  const sign = lines('signatures/signOrder.ts')
  const all = ['buy', 'sell', 'list', 'bid', 'cancel', 'transfer']
  return [
    await trading('client + buy', 'buyTokens', ['buy'], action),
    await trading('client + buy + viem wallet', 'buyTokens, viemWallet', ['buy'], {
      ...action,
      limit: budgets.pageWithWallet,
    }),
    await trading('client + sell', 'acceptOffers', ['sell'], action),
    await trading('client + list', 'listTokens', ['list'], signing, sign),
    await trading('client + bid', 'placeBids', ['bid'], signing, sign),
    await trading('client + cancel', 'cancelOrders', ['cancel'], action),
    await trading('client + transfer', 'transferTokens', ['transfer'], action),
    await trading('client + six actions', `viemWallet, ${six}`, all, {}, sign),
    {
      name: 'buy dialog',
      page: await gzipOf(
        "export { SluiceProvider } from '@sluice/react'; export { BuyDialog } from '@sluice/react/components'",
        react,
      ),
      limit: budgets.buyDialog,
    },
  ]
}
