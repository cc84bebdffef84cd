import { SeaportError } from '@sluice/seaport'
import type { FindingCode } from '../model/findingCodes.ts'
import { block } from './findings.ts'
import type { GuardContext, TransactionEntry } from './guardContext.ts'

/**
 * Reads what a call does, from canonical bytes only. A call to a known contract that cannot be read is blocked, because
 * Seaport executes encodings that decoders do not show. `read` returns `undefined` for a function that has no place
 * here, whose arguments are then not read either.
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

/** Returns whether the call sends exactly `value` wei, or blocks. */
export function sendsExactly(context: GuardContext, entry: TransactionEntry, value: bigint): boolean {
  const actual = entry.data.value ?? 0n
  if (actual === value) return true
  block(context, 'TX_VALUE', `${entry.path}.data.value`, actual, value)
  return false
}
