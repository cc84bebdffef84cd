/** Approvals, and whatever has no place in an action: no part of a page until a plan asks for it. */

export { proveApproval } from '../receipts/proveApproval.ts'
export { judgeApproval } from './approval.ts'
export { judgeMessage, refuseFunction, refuseSignature } from './message.ts'
export { entrusted, judgeContracts, judgeCurrency, refuse, routersIn } from './stranger.ts'
