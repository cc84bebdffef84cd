import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unproven, walletErrorKinds, walletErrorSources, walletErrors } from '@sluice/core'
import * as chains from '@sluice/core/chains'
import { findingCodes } from '@sluice/core/guards'
import { colors, en, measures } from '@sluice/react'
import { type Exported, exportsOf, isComponent, root } from './exportsOf.ts'
import { pageOf } from './pageOf.ts'
import { policyRows } from './policyRows.ts'
import type { ChainRow, ErrorRow, Reference, WalletGroup, WalletRow } from './reference.ts'
import { routePages } from './routePages.ts'

/** Codes in the order and groups of their declaration, with the kit's own messages. */
function errorRows(codes: Exported | undefined): readonly ErrorRow[] {
  if (codes === undefined) throw new Error('The client exports no TradeErrorCode.')
  let from = ''
  return codes.code.split('\n').flatMap((line) => {
    from = /^\s*\/\/ (.+)$/.exec(line)?.[1] ?? from
    const code = /'([a-z_]+)'/.exec(line)?.[1] as keyof typeof en.errors | undefined
    return code === undefined ? [] : [{ code, from, ...en.errors[code] }]
  })
}

const chainRows: readonly ChainRow[] = Object.entries(chains).map(([key, chain]) => ({
  key,
  id: chain.id,
  name: chain.name,
  currencies: chain.paymentTokens.map(({ symbol }) => symbol),
  seaport: Object.keys(chain.seaport),
  kind: chain.sunset === true ? 'shut down' : chain.testnet === true ? 'test' : 'live',
}))

const walletRows: readonly WalletRow[] = walletErrors.map(
  ({ wallet, kind, codes = [], statusWords = [], words, example, sent, source }) => ({
    wallet,
    kind,
    known: [
      ...codes.map(String),
      ...statusWords.map((word) => `0x${word.toString(16)}`),
      ...(words === undefined ? [] : ['in words']),
    ],
    example,
    nothingSent: sent === 'no',
    source,
    link: walletErrorSources[source],
  }),
)
const walletGroups: readonly WalletGroup[] = walletErrorKinds.map((kind) => ({
  kind,
  rows: walletRows.filter((row) => row.kind === kind),
}))

const pages = (exported: readonly Exported[], all: readonly Exported[], entry: string) =>
  exported.map((one) => ({ name: one.name, markdown: pageOf(one, all, entry) }))

const core = exportsOf('packages/core/src/index.ts')
const kit = exportsOf('packages/react/src/index.ts')
const styled = exportsOf('packages/react/src/components.ts')
const reference: Reference = {
  functions: pages(
    core.filter(({ kind, name }) => kind === 'function' && name !== 'preview'),
    core,
    '@sluice/core',
  ),
  hooks: pages(
    kit.filter(({ name }) => /^use[A-Z]/.test(name)),
    [...kit, ...core],
    '@sluice/react',
  ),
  components: [
    ...pages(styled.filter(isComponent), [...styled, ...kit, ...core], '@sluice/react/components'),
    ...pages(kit.filter(isComponent), [...kit, ...core], '@sluice/react'),
  ],
  routes: routePages(),
  errors: errorRows(core.find(({ name }) => name === 'TradeErrorCode')),
  chains: chainRows,
  wallets: walletGroups,
  colors: Object.entries(colors).map(([name, look]) => ({ name, ...look })),
  measures: Object.entries(measures).map(([name, value]) => ({ name, value })),
  unproven,
  policy: policyRows(),
  findings: Object.entries(findingCodes).map(([code, says]) => ({ code, says })),
}
const folder = join(root, 'apps/docs/.generated')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'reference.json'), JSON.stringify(reference))
