/** Approvals, and whatever has no place in an action: no part of a page until a plan asks for it. */
export { judgeApproval } from './approval.ts'
export { judgeMessage, refuseFunction, refuseSignature } from './message.ts'
export { proveApproval } from './proveApproval.ts'
export { entrusted, judgeContracts, judgeCurrency, refuse, routersIn } from './stranger.ts'
