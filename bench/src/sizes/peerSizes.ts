import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { once, type Rival, type Row, type Table } from '../report/figures.ts'
import { peersFolder } from './peers.ts'
import { pageBuild, purchaseSize, sizes } from './sizes.ts'

/** Bundle sizes of our client and of its peers, by one method: what a host's page loads for its first purchase. */

const root = resolve(import.meta.dirname, '../../..')
const bench = resolve(root, 'bench')

/** What the host has already: nothing, its chain library, or all that its React page has anyway. */
const chainLibraries = ['viem', 'viem/*', 'ethers', 'ethers/*']
const page = [
  ...chainLibraries,
  ...[
    'react',
    'react/*',
    'react-dom',
    'react-dom/*',
    'wagmi',
    'wagmi/*',
    '@wagmi/*',
    '@tanstack/react-query',
  ],
]

/** Node modules that a page lacks are left empty: those packages count as smaller than what a host must add. */
const withoutNode: Plugin = {
  name: 'without-node',
  setup(bundle) {
    const filter =
      /^(?:node:.*|events|buffer|crypto|stream|http|https|util|url|zlib|assert|os|fs|path|net|tls|ws)$/
    bundle.onResolve({ filter }, ({ path }) => ({ path, namespace: 'without-node' }))
    bundle.onLoad({ filter: /.*/, namespace: 'without-node' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** Kilobytes after gzip of everything that `code` imports from `folder`, lazily loaded code included. */
async function sizeOf(code: string, folder: string, external: readonly string[]): Promise<number> {
  const result = await build({
    stdin: { contents: code, resolveDir: folder, loader: 'tsx' },
    ...pageBuild,
    legalComments: 'none',
    mainFields: ['browser', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...external],
    plugins: [withoutNode],
    loader: { '.css': 'empty', '.svg': 'dataurl', '.png': 'dataurl', '.woff2': 'empty' },
    logLevel: 'silent',
  })
  return gzipSync(result.outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1_000
}

type Entry = { readonly name: string; readonly folder: string; readonly code: string }

const clients = (): readonly Entry[] => {
  const [old, last, more] = [resolve(root, 'peers/sdk-1.5'), resolve(root, 'peers/sdk-2.5'), peersFolder()]
  const reservoir = "export { createClient, getClient } from '@reservoir0x/reservoir-sdk'"
  return [
    { name: 'reservoir-sdk 1.5.1', folder: old, code: reservoir },
    { name: 'reservoir-sdk 2.5.7', folder: last, code: reservoir },
    {
      name: 'relay-sdk 7.0.3',
      folder: more,
      code: "export { createClient, getClient } from '@relayprotocol/relay-sdk'",
    },
    {
      name: 'LI.FI sdk 4.3.0',
      folder: more,
      code: "export { createClient, getQuote, executeRoute } from '@lifi/sdk'; export { EthereumProvider } from '@lifi/sdk-provider-ethereum'",
    },
    { name: 'seaport-js 4.3.0', folder: bench, code: "export { Seaport } from '@opensea/seaport-js'" },
    { name: 'opensea sdk 12.9.1', folder: more, code: "export { OpenSeaSDK } from '@opensea/sdk/viem'" },
  ]
}

const measure = (entries: readonly Entry[], external: readonly string[]): Promise<readonly Rival[]> =>
  Promise.all(
    entries.map(async ({ name, folder, code }) => ({
      name,
      figure: once(await sizeOf(code, folder, external)),
    })),
  )

async function clientTable(): Promise<Table> {
  const entries = clients()
  const [hosted, whole] = [await measure(entries, chainLibraries), await measure(entries, [])]
  const lean =
    "export { createClient, custom, http } from 'viem'; export { sendTransaction, signTypedData, waitForTransactionReceipt } from 'viem/actions'"
  const start = (await sizes()).find(({ name }) => name === 'client + buy + viem wallet')
  if (start === undefined) throw new Error('The page that buys was not measured.')
  return {
    id: 'clients',
    title: 'Client, as a page carries it',
    note: 'Minified and compressed by gzip; viem or ethers is the host’s but in the last row. Ours loads its engine and its guards at the first action; the peers come whole with the page, and check nothing of what a server asks the wallet to do. seaport-js and the sdk of OpenSea need modules of Node, which are left out here. The floor is viem, to send, sign and wait.',
    unit: 'kB',
    better: 'less',
    rows: [
      {
        what: 'the page at its start',
        ours: once(start.page / 1_000),
        peers: hosted,
      },
      {
        what: 'all that a purchase loads, guards included',
        ours: once((await purchaseSize(chainLibraries)) / 1_000),
        peers: hosted,
      },
      {
        what: 'the same with viem or ethers in it',
        ours: once((await purchaseSize([])) / 1_000),
        peers: whole,
        floor: { name: 'viem alone', figure: once(await sizeOf(lean, bench, [])) },
      },
    ],
  }
}

/** Each of our dialogs, and the dialog of ReservoirKit that does the same. */
const dialogs: readonly (readonly [ours: string, ancestor?: string])[] = [
  ['BuyDialog', 'BuyModal'],
  ['AcceptOfferDialog', 'AcceptBidModal'],
  ['ListDialog', 'ListModal'],
  ['BidDialog', 'BidModal'],
  ['EditDialog', 'EditListingModal'],
  ['CancelDialog', 'CancelListingModal'],
  ['SweepDialog', 'SweepModal'],
  ['Cart', 'CartPopover'],
  ['TransferDialog'],
]

async function dialogTable(): Promise<Table> {
  const kit = resolve(root, 'peers/kit-host')
  const more = peersFolder()
  const others: readonly Entry[] = [
    {
      name: 'relay-kit-ui 8.0.12, its swap',
      folder: more,
      code: "export { RelayKitProvider } from '@relayprotocol/relay-kit-ui'; export { SwapWidget } from '@relayprotocol/relay-kit-ui'",
    },
    {
      name: 'LI.FI widget 4.5.0, its swap',
      folder: more,
      code: "export { LiFiWidget } from '@lifi/widget'; export { EthereumProvider } from '@lifi/widget-provider-ethereum'",
    },
    {
      name: 'onchainkit 1.1.3, its Buy',
      folder: more,
      code: "export { OnchainKitProvider } from '@coinbase/onchainkit'; export { Buy } from '@coinbase/onchainkit/buy'",
    },
  ]
  const react = resolve(root, 'apps/market')
  const rows: Row[] = []
  for (const [name, ancestor] of dialogs) {
    const code = `export { SluiceProvider } from '@sluice/react'; export { ${name} } from '@sluice/react/components'`
    const theirs: Entry = {
      name: `reservoir-kit-ui 2.8.7 ${ancestor}`,
      folder: kit,
      code: `export { ReservoirKitProvider, ${ancestor} } from '@reservoir0x/reservoir-kit-ui'`,
    }
    const entries = [...(ancestor === undefined ? [] : [theirs]), ...(name === 'BuyDialog' ? others : [])]
    rows.push({
      what: name,
      ours: once(await sizeOf(code, react, page)),
      ...(entries.length === 0 ? {} : { peers: await measure(entries, page) }),
    })
  }
  return {
    id: 'dialogs',
    title: 'Dialogs, everything but the host’s own libraries included',
    note: 'Minified and compressed by gzip; provider and dialog with the client, its engine, the guards of all six actions and one language, most of which load only when they are needed. React, TanStack Query, viem and wagmi are the host’s. Where a peer has no marketplace, its nearest dialog stands beside ours.',
    unit: 'kB',
    better: 'less',
    rows,
  }
}

/** The sizes of our own parts; a test holds their budgets. */
async function partTable(): Promise<Table> {
  const rows = (await sizes()).flatMap(({ name, page: start, engine, guards }): Row[] => [
    { what: `${name}: with the page`, ours: once(start / 1_000) },
    ...(engine === undefined || guards === undefined
      ? []
      : [{ what: `${name}: at the first action`, ours: once((engine + guards) / 1_000) }]),
  ])
  return {
    id: 'parts',
    title: 'Our own parts, and when they load',
    note: 'Minified and compressed by gzip; viem, React and TanStack Query are the host’s.',
    unit: 'kB',
    better: 'less',
    rows,
  }
}

export async function bundleSizes(): Promise<readonly Table[]> {
  return [await clientTable(), await dialogTable(), await partTable()]
}
