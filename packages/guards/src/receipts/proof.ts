import * as others from '../approvals/others.ts'
import * as wraps from '../approvals/wrap.ts'
import type { CheckedItem, Finding } from '../model/verdict.ts'
import { proveCancel } from './proveCancel.ts'
import { proveMoves } from './proveMoves.ts'
import { type ProofReceipt, proveBy } from './receipt.ts'
import * as units from './units.ts'

/** As {@link proveBy}, for a call of any action. */
export const checkReceipt = (item: CheckedItem, receipt: ProofReceipt): readonly Finding[] =>
  proveBy(item.purpose === 'cancel' ? proveCancel : proveMoves, { others, wraps, units }, item, receipt)
