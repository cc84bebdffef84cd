import { type DecodedCall, DecodeError, decodeCall } from '@sluice/seaport'
import { block, type Judgement, type TransactionEntry } from './judgement.ts'
import type { FindingCode } from './verdict.ts'

/**
 * What a call does, read from canonical bytes only. A known contract that is called in a way we cannot read
 * is refused: Seaport executes encodings that decoders do not show.
 */
export function readCall(
  judgement: Judgement,
  entry: TransactionEntry,
  suffixBytes: number,
  unknown: readonly FindingCode[] = ['TX_SELECTOR'],
): DecodedCall | undefined {
  const { data } = entry.data
  try {
    return decodeCall(data, suffixBytes).call
  } catch (cause) {
    const codes: readonly FindingCode[] =
      cause instanceof DecodeError && cause.reason === 'unknown-selector' ? unknown : ['TX_CANON']
    for (const code of codes) block(judgement, code, `${entry.path}.data.data`, data.slice(0, 10))
    return undefined
  }
}

/** Whether the call sends exactly `value` wei. */
export function sendsExactly(judgement: Judgement, entry: TransactionEntry, value: bigint): boolean {
  const actual = entry.data.value ?? 0n
  if (actual === value) return true
  block(judgement, 'TX_VALUE', `${entry.path}.data.value`, actual, value)
  return false
}

/** A call that no slot of the plan asks for. Only a policy typed out as "trust" leaves it to the user. */
export function refuseCall(
  judgement: Judgement,
  entry: TransactionEntry,
  code: FindingCode = 'TX_TO',
): undefined {
  block(judgement, code, `${entry.path}.data.to`, entry.data.to)
  block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}
