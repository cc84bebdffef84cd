/**
 * The guards: pure and synchronous, without a network, a wallet or a client. For servers that check their own responses
 * before they send them, for bots and for auditors. In a page, the engine loads the guards of an action by itself.
 */
export { requiredReads } from './check.ts'
export type { RequiredReads } from './context/requiredReads.ts'
export {
  type AuctionStatement,
  type AuctionTerms,
  auctionTypedData,
  leastNextOffer,
} from './model/auctionStatement.ts'
export type { ChainState } from './model/chainState.ts'
export type { CheckedMessage, CheckedTransaction, CheckedTypedData } from './model/checked.ts'
export { hasMovingPrice } from './model/effects.ts'
export type { Finding } from './model/finding.ts'
export { type FindingCode, findingCodes } from './model/findingCodes.ts'
export {
  type AnnounceIntent,
  type BidIntent,
  type BuyIntent,
  type CancelIntent,
  freezeIntent,
  type Intent,
  type ListIntent,
  type Money,
  type SellIntent,
  type TransferIntent,
} from './model/intent.ts'
export { defaultPolicy, type Policy, type PolicyInput, type TrustedChain } from './model/policy.ts'
export { PolicyError, resolvePolicy } from './model/resolvePolicy.ts'
export type {
  AssetDelta,
  Authority,
  CheckedItem,
  Claim,
  Effects,
  EndedOrder,
  OrderFill,
  OrderPayment,
  OrderTrade,
  Purpose,
  Verdict,
} from './model/verdict.ts'
export { type Report, readReport, writeReport } from './review/report.ts'
export {
  type CheckedHow,
  type ReviewCard,
  reviewCard,
  type Trust,
  trustOf,
  verdictReport,
  visibleText,
} from './review/review.ts'
export { type Unproven, unproven } from './review/unproven.ts'
export type { UnprovenCode, UnprovenPlace } from './review/unprovenPlaces.ts'
export { verify } from './verify.ts'
