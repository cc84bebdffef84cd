import { SeaportError } from '@sluice/seaport'
import type { FindingCode } from '../model/findingCodes.ts'
import { block } from './findings.ts'
import type { GuardContext, TransactionEntry } from './guardContext.ts'

/**
 * Decodes a call, from canonical bytes only. Any other encoding is blocked, because Seaport executes encodings that
 * decoders read differently. `read` returns `undefined` for a function that is not expected here; the call is then
 * blocked with the codes of `unknown`.
 */
export function readCanonical<TCall>(
  context: GuardContext,
  entry: TransactionEntry,
  read: () => TCall | undefined,
  unknown: readonly FindingCode[] = ['TX_SELECTOR', 'TX_CANON'],
): TCall | undefined {
  let codes = unknown
  try {
    const call = read()
    if (call !== undefined) return call
  } catch (cause) {
    if (!(cause instanceof SeaportError)) throw cause
    codes = ['TX_CANON']
  }
  for (const code of codes) block(context, code, `${entry.path}.data.data`, entry.data.data.slice(0, 10))
  return undefined
}

/** Returns whether the call sends exactly `value` wei. Blocks the plan if not. */
export function sendsExactly(context: GuardContext, entry: TransactionEntry, value: bigint): boolean {
  const actual = entry.data.value ?? 0n
  if (actual === value) return true
  block(context, 'TX_VALUE', `${entry.path}.data.value`, actual, value)
  return false
}
