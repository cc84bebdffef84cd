import type { Address, Hex } from 'viem'
import { block } from '../context/judgement.ts'
import type { Parts } from '../context/parts.ts'
import type { CheckedItem, Finding } from '../model/verdict.ts'

export type ProofLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
/** What a node says of a mined transaction. */
export type ProofReceipt = {
  readonly status: 'success' | 'reverted'
  readonly from: Address
  readonly to: Address | undefined
  readonly logs: readonly ProofLog[]
}

export type CallItem = Extract<CheckedItem, { kind: 'transaction' }>
export type Miss = (path: string, actual: unknown, expected: unknown) => void
/** Says what is missing of a call's effect. */
export type Prove = (item: CallItem, receipt: ProofReceipt, miss: Miss, parts: Parts) => undefined

export const addressIn = (word: Hex | undefined): Address => `0x${(word ?? '').slice(-40).toLowerCase()}`
export const wordAt = (data: Hex, index: number): bigint => {
  const word = data.slice(2 + index * 64, 2 + (index + 1) * 64)
  return word.length === 64 ? BigInt(`0x${word}`) : 0n
}

/**
 * Whether a mined transaction did what its checked item was to do; empty when it is shown. Native coin leaves
 * no log: its outflow is bound by the value that was sent.
 */
export function proveBy(
  own: Prove | undefined,
  parts: Parts,
  item: CheckedItem,
  receipt: ProofReceipt,
): readonly Finding[] {
  if (item.kind !== 'transaction') return []
  const findings: Finding[] = []
  const miss: Miss = (path, actual, expected) => {
    block({ findings }, 'RCPT_EFFECT', path, actual, expected)
  }
  if (receipt.status !== 'success') miss('receipt.status', receipt.status, 'success')
  const { purpose } = item
  const prove =
    purpose === 'wrap'
      ? parts.wraps?.proveWrap
      : purpose.startsWith('approve')
        ? parts.others?.proveApproval
        : own
  if (prove === undefined) miss('receipt', undefined, purpose)
  else prove(item, receipt, miss, parts)
  return findings
}
