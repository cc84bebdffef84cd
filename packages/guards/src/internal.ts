/** Exports for the client in addition to the public ones. They may change in any release. */

export { disputeFinding } from './context/checkChainState.ts'
export type { Guards } from './context/checkPlan.ts'
export { isPreparation } from './context/checkSequence.ts'
export { unitPrices } from './model/agreedTotals.ts'
export {
  type ConduitState,
  type Dispute,
  isFilled,
  type OrderStatus,
  type OwnOrderTerms,
  type PublicDrop,
} from './model/chainState.ts'
export { withGas } from './model/checked.ts'
export { finding } from './model/finding.ts'
export { frozenCopy, lowerCased } from './model/frozenCopy.ts'
export { callDigest } from './model/hashes.ts'
export type { OrderTerms, TokenUnits } from './model/intent.ts'
export {
  approvalOf,
  cancelAllSlot,
  cancelSlot,
  itemIndexOf,
  itemSlot,
  orderIndexOf,
  orderSlot,
} from './model/slots.ts'
export { addTo, summed } from './model/summed.ts'
export type { ItemIndex, PostPlan } from './model/verdict.ts'
export { withFindings } from './model/verdictOf.ts'
export { checkReceipt } from './receipts/checkReceipt.ts'
export { movesOf, netOf } from './receipts/moves.ts'
export type { ProofReceipt } from './receipts/receiptLogs.ts'
export { agreedReadings, compareSimulation, effectsOfCalls } from './simulation/compareSimulation.ts'
export { mostGas } from './simulation/mostGas.ts'
export {
  type Change,
  distinctReadings,
  type Reading,
  readingKey,
  readingsOf,
  type SimulatedCall,
  type Simulation,
} from './simulation/simulation.ts'
