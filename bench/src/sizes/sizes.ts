import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/** Bytes after gzip. */
export type SizeRow = {
  readonly name: string
  /** What a page loads before its first action. */
  readonly page: number
  /** What the first action adds: the engine and its chain reads, without the guards. */
  readonly engine?: number
  /** What the action adds to that: its guards, Seaport, and for some the simulation. */
  readonly guards?: number
  /** Budget of `page`. */
  readonly limit?: number
  /** Budget of `engine` and `guards` together: what loads when a dialog opens or a run starts. */
  readonly actingLimit?: number
}

const root = resolve(import.meta.dirname, '../../..')
const source = resolve(root, 'packages/core/src')

const host = ['viem', 'viem/*']

/** Code that is loaded by `import()` is left out: a page does not start with it. */
const lazyOutside: Plugin = {
  name: 'lazy-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/** A style sheet that is imported as text is part of the page, as in a host's bundle. */
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

/** How a page is built for a measurement: ours and those of other libraries. */
export const pageBuild = {
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  conditions: ['@sluice/source'],
  jsx: 'automatic',
} as const satisfies BuildOptions

/** All of our code that `code` imports, minified; `external` is left out, as in a host's bundle. */
export async function bundle(code: string, external: readonly string[] = host): Promise<Uint8Array> {
  const result = await build({
    stdin: { contents: code, resolveDir: resolve(root, 'apps/market'), loader: 'ts' },
    ...pageBuild,
    external: [...external],
    plugins: [lazyOutside, stylesAsText],
    loader: { '.css': 'empty' },
  })
  return result.outputFiles[0]?.contents ?? new Uint8Array()
}

const gzipOf = async (code: string, external: readonly string[]): Promise<number> =>
  gzipSync(await bundle(code, external), { level: 9 }).length

const react = [...host, 'react', 'react-dom', 'react/*', 'react-dom/*', '@tanstack/react-query']
const lines = (...paths: readonly string[]) =>
  paths.map((path) => `export * from ${JSON.stringify(resolve(source, path))}`).join('\n')
/** The parts of actions. Those of several bear the same names, so that each needs one of its own. */
const partLines = (actions: readonly string[]) =>
  actions
    .map((action) => {
      const path = JSON.stringify(resolve(source, `engine/parts/${action}.ts`))
      return actions.length === 1 ? `export * from ${path}` : `export * as ${action} from ${path}`
    })
    .join('\n')
const engine = lines('engine/runTrade.ts')

/** A page with only core: what it starts with, and what its first action adds. */
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
    gzipOf(`${page}\n${engine}\n${more}\n${partLines(actions)}`, host),
  ])
  return { name, page: start, engine: acting - start, guards: guarded - acting, ...limits }
}

/** Bytes of everything that a purchase loads: page, wallet, engine and guards; `external` is the host's. */
export const purchaseSize = (external: readonly string[]): Promise<number> =>
  gzipOf(
    ["export { createClient, buyTokens, viemWallet } from '@sluice/core'", engine, partLines(['buy'])].join(
      '\n',
    ),
    external,
  )

/**
 * Budgets in bytes after gzip: in whole kilobytes, so that no one writes worse code to meet one. `trade` is the engine
 * with all that a purchase or a sale adds, whatever a plan contains, in two imports; `signing` is the same where orders
 * are signed, `moving` of a transfer, `ending` of a cancellation. Decision 0009 says why.
 */
const budgets = {
  page: 11_000,
  pageWithWallet: 12_000,
  trade: 72_000,
  signing: 70_000,
  moving: 60_000,
  ending: 53_000,
  buyDialog: 40_000,
}
const within = (actingLimit: number) => ({ limit: budgets.page, actingLimit })
const trade = within(budgets.trade)
const signing = within(budgets.signing)

/** Bundle sizes in bytes; viem, React and TanStack Query are the host's. */
export async function sizes(): Promise<readonly SizeRow[]> {
  const six = 'buyTokens, acceptOffers, listTokens, placeBids, cancelOrders, transferTokens'
  const sign = lines('signatures/signOrder.ts')
  const all = ['buy', 'sell', 'list', 'bid', 'cancel', 'transfer']
  return [
    await trading('client + buy', 'buyTokens', ['buy'], trade),
    await trading('client + buy + viem wallet', 'buyTokens, viemWallet', ['buy'], {
      ...trade,
      limit: budgets.pageWithWallet,
    }),
    await trading('client + sell', 'acceptOffers', ['sell'], trade),
    await trading('client + list', 'listTokens', ['list'], signing, sign),
    await trading('client + bid', 'placeBids', ['bid'], signing, sign),
    await trading('client + cancel', 'cancelOrders', ['cancel'], within(budgets.ending)),
    await trading('client + transfer', 'transferTokens', ['transfer'], within(budgets.moving)),
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
