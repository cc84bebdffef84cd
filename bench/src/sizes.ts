import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export type SizeRow = {
  readonly name: string
  readonly minified: number
  readonly gzip: number
  readonly limit?: number
}

const root = resolve(import.meta.dirname, '../..')

/** Size of an entry with everything of ours in it; `external` stays outside, as in a host's bundle. */
async function sizeOf(
  name: string,
  code: string,
  external: readonly string[],
  limit?: number,
): Promise<SizeRow> {
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
    jsx: 'automatic',
    loader: { '.css': 'empty' },
  })
  const bytes = result.outputFiles[0]?.contents ?? new Uint8Array()
  return {
    name,
    minified: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    ...(limit === undefined ? {} : { limit }),
  }
}

/** Bundle sizes in bytes; viem, React and TanStack Query are the host's. */
export async function sizes(): Promise<readonly SizeRow[]> {
  const host = ['viem', 'viem/*']
  const react = [...host, 'react', 'react-dom', 'react/*', 'react-dom/*', '@tanstack/react-query']
  return [
    await sizeOf('client + buy', "export { createClient, buyTokens, viemWallet } from '@sluice/core'", host),
    await sizeOf(
      'client + six actions',
      "export { createClient, buyTokens, acceptOffers, listTokens, placeBids, cancelOrders, transferTokens, viemWallet } from '@sluice/core'",
      host,
    ),
    await sizeOf(
      'buy dialog',
      "export { SluiceProvider } from '@sluice/react'; export { BuyDialog } from '@sluice/react/components'",
      react,
    ),
  ]
}
