import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Unproven } from '@sluice/core'
import type { PolicyRow } from './policyRows.ts'
import type { RoutePage } from './routePages.ts'

export type NamedPage = { readonly name: string; readonly markdown: string }
export type ErrorRow = {
  readonly code: string
  readonly from: string
  readonly title: string
  readonly body: string
}

export type ChainRow = {
  /** The name under which `@sluice/core/chains` exports it. */
  readonly key: string
  readonly id: number
  readonly name: string
  readonly currencies: readonly string[]
  readonly seaport: readonly string[]
  readonly kind: 'live' | 'test' | 'shut down'
}

/** One error of a wallet, by the table that the client reads it with. */
export type WalletRow = {
  readonly wallet: string
  readonly kind: string
  /** Codes, names and status words, as they are written. */
  readonly known: readonly string[]
  readonly example: string
  readonly nothingSent: boolean
  readonly source: string
  readonly link: string
}

/** What an error of a wallet means, and the errors that mean it. */
export type WalletGroup = { readonly kind: string; readonly rows: readonly WalletRow[] }

/** Everything of the site that is read from the source; `write.ts` makes it. */
export type Reference = {
  readonly functions: readonly NamedPage[]
  readonly hooks: readonly NamedPage[]
  readonly components: readonly NamedPage[]
  readonly routes: readonly RoutePage[]
  readonly errors: readonly ErrorRow[]
  readonly chains: readonly ChainRow[]
  readonly wallets: readonly WalletGroup[]
  readonly colors: readonly { readonly name: string; readonly light: string; readonly dark: string }[]
  readonly measures: readonly { readonly name: string; readonly value: string }[]
  readonly unproven: readonly Unproven[]
  /** What a host may set of the policy. */
  readonly policy: readonly PolicyRow[]
  /** What a guard can object to, by its code. */
  readonly findings: readonly { readonly code: string; readonly says: string }[]
}

/** The reference as it was written last. The site is always started by its scripts, which write it first. */
export const readReference = (): Reference =>
  JSON.parse(readFileSync(join(process.cwd(), '.generated/reference.json'), 'utf8')) as Reference
