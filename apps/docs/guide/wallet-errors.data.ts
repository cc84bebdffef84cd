import { readReference, type WalletRow } from '../reading/reference.ts'

/** What an error of a wallet means, and the errors that mean it. */
export type WalletGroup = { readonly kind: string; readonly rows: readonly WalletRow[] }

declare const data: readonly WalletGroup[]

export { data }

export default {
  load: (): readonly WalletGroup[] => {
    const rows = readReference().wallets
    const kinds = [
      'refused',
      'busy',
      'not_ready',
      'unknown_chain',
      'unsupported',
      'funds',
      'chain',
      'unknown',
    ] as const
    return kinds.map((kind) => ({ kind, rows: rows.filter((row) => row.kind === kind) }))
  },
}
