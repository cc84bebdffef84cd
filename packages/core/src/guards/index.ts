/**
 * The guards alone: pure, synchronous, no network, no wallet and no client. For servers that check their own
 * answers before they leave, for bots and for auditors. In a page the engine loads them by itself.
 */
export type { Facts } from './facts.ts'
export {
  type BidIntent,
  type BuyIntent,
  type CancelIntent,
  freezeIntent,
  type Intent,
  type ListIntent,
  type Money,
  type SellIntent,
  type TransferIntent,
} from './intent.ts'
export { factsNeeded } from './judge.ts'
export type { FactNeeds } from './needs.ts'
export { defaultPolicy, type Policy, type PolicyInput, resolvePolicy, type TrustedChain } from './policy.ts'
export { type Report, readReport, writeReport } from './report.ts'
export { type ReviewCard, reviewCard, trustOf, verdictReport, visibleText } from './review.ts'
export { type Unproven, unproven } from './unproven.ts'
export type { UnprovenCode, UnprovenPlace } from './unprovenPlaces.ts'
export type { Effects, EndedOrder, Finding, FindingCode, OrderTrade, Verdict } from './verdict.ts'
export { verify } from './verify.ts'
