import * as others from './others.ts'
import { proveCancel } from './proveCancel.ts'
import { proveMoves } from './proveMoves.ts'
import { type ProofReceipt, proveBy } from './receipt.ts'
import * as units from './units.ts'
import type { CheckedItem, Finding } from './verdict.ts'
import * as wraps from './wrap.ts'

/** As {@link proveBy}, for a call of any action. */
export const checkReceipt = (item: CheckedItem, receipt: ProofReceipt): readonly Finding[] =>
  proveBy(item.purpose === 'cancel' ? proveCancel : proveMoves, { others, wraps, units }, item, receipt)
