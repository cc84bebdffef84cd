import { type Finding, finding } from '../model/finding.ts'
import type { CheckedItem, Purpose } from '../model/verdict.ts'
import { proveApproval } from './proveApproval.ts'
import { proveCancel } from './proveCancel.ts'
import { proveMoves } from './proveMoves.ts'
import { proveWrap } from './proveWrap.ts'
import type { ProofReceipt, Prove, ReportMissing } from './receiptLogs.ts'

/** How the effect of a mined call is proven, by purpose. */
const proofs: Partial<Record<Purpose, Prove>> = {
  buy: proveMoves,
  sell: proveMoves,
  transfer: proveMoves,
  cancel: proveCancel,
  wrap: proveWrap,
  'approve-currency': proveApproval,
  'approve-token': proveApproval,
}

/**
 * Compares the receipt of a mined transaction with the effects of its checked item. Native coin leaves no log, but its
 * outflow is bounded by the value that was sent.
 *
 * @returns A finding for each missing effect; empty if the receipt shows all of them.
 */
export function checkReceipt(item: CheckedItem, receipt: ProofReceipt): readonly Finding[] {
  if (item.kind !== 'transaction') return []
  const findings: Finding[] = []
  const reportMissing: ReportMissing = (path, actual, expected) => {
    findings.push(finding('block', 'RCPT_EFFECT', path, actual, expected))
  }
  if (receipt.status !== 'success') reportMissing('receipt.status', receipt.status, 'success')
  const prove = proofs[item.purpose]
  if (prove === undefined) reportMissing('receipt', undefined, item.purpose)
  else prove(item, receipt, reportMissing)
  return findings
}
