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

const root = resolve(import.meta.dirname, '../..')
const source = resolve(root, 'packages/core/src')
const guardsSource = resolve(root, 'packages/guards/src')

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
    plugins: [lazyOutside],
    jsx: 'automatic',
    loader: { '.css': 'empty' },
  })
  return result.outputFiles[0]?.contents ?? new Uint8Array()
}

const gzipOf = async (code: string, external: readonly string[]): Promise<number> =>
  gzipSync(await bundle(code, external), { level: 9 }).length

const react = [...host, 'react', 'react-dom', 'react/*', 'react-dom/*', '@tanstack/react-query']
const linesOf = (folder: string, paths: readonly string[]) =>
  paths.map((path) => `export * from ${JSON.stringify(resolve(folder, path))}`).join('\n')
const lines = (...paths: readonly string[]) => linesOf(source, paths)
const guardLines = (...names: readonly string[]) =>
  linesOf(
    guardsSource,
    names.map((name) => `${name}.ts`),
  )
const engine = lines('engine/runTrade.ts', 'plan/checkPlan.ts')

/** A page of core alone: what it starts with, and what its first action adds. */
async function trading(
  name: string,
  names: string,
  rules: readonly string[],
  limits: Pick<SizeRow, 'limit' | 'actingLimit'>,
  more = '',
): Promise<SizeRow> {
  const page = `export { createClient, ${names} } from '@sluice/core'`
  const [start, acting, guarded] = await Promise.all([
    gzipOf(page, host),
    gzipOf(`${page}\n${engine}\n${more}`, host),
    gzipOf(`${page}\n${engine}\n${more}\n${guardLines('context/base', ...rules)}`, host),
  ])
  return { name, page: start, engine: acting - start, guards: guarded - acting, ...limits }
}

const actions = [
  'trades/buy',
  'trades/sell',
  'orders/listing',
  'orders/bid',
  'orders/cancel',
  'transfers/transfer',
]
/** The rules that only some plans call for: of any action, of trades, of orders to be signed. */
const some = ['approvals/others', 'context/several', 'receipts/units']
const someTrades = ['trades/advanced', 'approvals/permissions', 'trades/tips', 'trades/groups']
const someOrders = ['orders/differences', 'orders/bulk']

/** The rules of an action that every plan of it needs, and all that any plan of it may call for. */
const rules = {
  buy: ['trades/buy'],
  sell: ['trades/sell'],
  list: ['orders/listing'],
  bid: ['orders/bid'],
  cancel: ['orders/cancel'],
  transfer: ['transfers/transfer'],
  buyWhole: ['trades/buy', ...some, ...someTrades, 'trades/askMatch', 'trades/assignment'],
  all: actions,
  whole: [
    ...actions,
    ...some,
    ...someTrades,
    ...someOrders,
    ...[
      'trades/askMatch',
      'trades/assignment',
      'trades/offerMatch',
      'approvals/wrap',
      'orders/criteria',
      'orders/cancelSignature',
      'transfers/helperTransfer',
    ],
  ],
}

/** Bytes of all that a purchase loads, whatever the plan: page, wallet, engine and rules; `external` is the host's. */
export const purchaseSize = (external: readonly string[]): Promise<number> =>
  gzipOf(
    [
      "export { createClient, buyTokens, viemWallet } from '@sluice/core'",
      engine,
      guardLines('context/base', ...rules.buyWhole),
    ].join('\n'),
    external,
  )

/**
 * Budgets in bytes after gzip: in whole kilobytes, so that nobody writes worse code to meet one. The goal of `acting` is
 * 42 kB for whatever a plan contains; the table of wallets' errors, the bounds of prices and the search for what a
 * wallet sent have taken it above that.
 */
const budgets = { page: 10_000, pageWithWallet: 11_000, acting: 53_000, buyDialog: 45_000 }
const action = { limit: budgets.page, actingLimit: budgets.acting }

/** Bundle sizes in bytes; viem, React and TanStack Query are the host's. */
export async function sizes(): Promise<readonly SizeRow[]> {
  const six = 'buyTokens, acceptOffers, listTokens, placeBids, cancelOrders, transferTokens'
  const sign = lines('signatures/signOrder.ts')
  return [
    await trading('client + buy', 'buyTokens', rules.buy, action),
    await trading('client + buy, any plan', 'buyTokens', rules.buyWhole, action),
    await trading('client + buy + viem wallet', 'buyTokens, viemWallet', rules.buy, {
      ...action,
      limit: budgets.pageWithWallet,
    }),
    await trading('client + sell', 'acceptOffers', rules.sell, action),
    await trading('client + list', 'listTokens', rules.list, action, sign),
    await trading('client + bid', 'placeBids', rules.bid, action, sign),
    await trading('client + cancel', 'cancelOrders', rules.cancel, action),
    await trading('client + transfer', 'transferTokens', rules.transfer, action),
    await trading('client + six actions', `viemWallet, ${six}`, rules.all, {}, sign),
    await trading('client + six actions, any plan', `viemWallet, ${six}`, rules.whole, {}, sign),
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
