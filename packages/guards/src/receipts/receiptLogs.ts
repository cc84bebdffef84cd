import type { Address, Hex } from 'viem'
import type { CheckedItem } from '../model/verdict.ts'

export type ProofLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
/** The receipt of a mined transaction, as a node returned it. */
export type ProofReceipt = {
  readonly status: 'success' | 'reverted'
  readonly from: Address
  readonly to: Address | undefined
  readonly logs: readonly ProofLog[]
}

export type CallItem = Extract<CheckedItem, { kind: 'transaction' }>
export type ReportMissing = (path: string, actual: unknown, expected: unknown) => void
/** Reports each effect of a call that the receipt does not show. */
export type Prove = (item: CallItem, receipt: ProofReceipt, reportMissing: ReportMissing) => undefined

/** Returns the address in a word of call data or of a log. */
export const addressIn = (word: Hex | undefined): Address => `0x${(word ?? '').slice(-40).toLowerCase()}`
/** Returns the word at an index of a log's data; 0 if there is none. */
export const wordAt = (data: Hex, index: number): bigint => {
  const word = data.slice(2 + index * 64, 2 + (index + 1) * 64)
  return word.length === 64 ? BigInt(`0x${word}`) : 0n
}
