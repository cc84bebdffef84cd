export type {
  Activity,
  AttributeValues,
  Collection,
  MarketOrder,
  MarketplaceConfiguration,
  OrderResult,
  PathEntry,
  PathFee,
  Price,
  Token,
  Transfer,
  UserToken,
} from '@sluice/wire'
export {
  type AcceptOffersParameters,
  acceptOffers,
  type SellItem,
  type SellOptions,
} from './actions/acceptOffers.ts'
export { type BuyItem, type BuyOptions, type BuyTokensParameters, buyTokens } from './actions/buyTokens.ts'
export { type CancelOptions, type CancelOrdersParameters, cancelOrders } from './actions/cancelOrders.ts'
export type { BaseUnits, ExpectedPrice, ExpectedPrices, RawOrder, UnitPrice } from './actions/input.ts'
export { type Listing, type ListTokensParameters, listTokens } from './actions/listTokens.ts'
export { type Bid, type PlaceBidsParameters, placeBids } from './actions/placeBids.ts'
export {
  type Preview,
  type PreviewParameters,
  type PreviewPrice,
  type PreviewTotal,
  preview,
  type QuoteParameters,
} from './actions/preview.ts'
export {
  type CancelLiabilitiesParameters,
  cancelLiabilities,
  exportJournal,
  getLiabilities,
  isOpenLiability,
  type LiabilitiesParameters,
  readJournalExport,
  watchLiabilities,
} from './actions/signedOrders.ts'
export type { RunParameters } from './actions/startAction.ts'
export type { OrderKindName, OrderKindOptions, OrdersOptions, OrderTermsInput } from './actions/terms.ts'
export { type TransferItem, type TransferTokensParameters, transferTokens } from './actions/transferTokens.ts'
export {
  type Chain,
  type ChainConfig,
  type Conduit,
  type KnownChain,
  type PaymentToken,
  transactionUrl,
} from './chains/chain.ts'
export {
  activeChain,
  type Client,
  type ClientConfig,
  chainOf,
  clientVersion,
  createClient,
} from './client.ts'
export { preload } from './engine/loadEngine.ts'
export {
  type MoneyState,
  type Progress,
  type ProgressItem,
  type ProgressState,
  type RevertReason,
  TradeError,
  type TradeErrorCode,
  type TradeErrorData,
  type WalletErrorKind,
} from './errors.ts'
export type {
  CheckedMessage,
  CheckedTransaction,
  CheckedTypedData,
} from './guards/checked.ts'
export type { Facts } from './guards/facts.ts'
export type { Intent } from './guards/intent.ts'
export { defaultPolicy, type Policy, type PolicyInput, resolvePolicy } from './guards/policy.ts'
export {
  type CheckedHow,
  type ReviewCard,
  reviewCard,
  type Trust,
  trustOf,
  verdictReport,
  visibleText,
} from './guards/review.ts'
export { type Unproven, unproven } from './guards/unproven.ts'
export type { UnprovenCode, UnprovenPlace } from './guards/unprovenPlaces.ts'
export type {
  AssetDelta,
  Authority,
  CheckedItem,
  Claim,
  Effects,
  EndedOrder,
  Finding,
  FindingCode,
  OrderTrade,
  Purpose,
  Verdict,
} from './guards/verdict.ts'
export type { Journal, JournalEntry, JournalState } from './journal/journal.ts'
export type { Liability, LiabilityItem, LiabilityState } from './journal/liability.ts'
export { browserStorage, type JournalStorage, memoryStorage } from './journal/storage.ts'
export { type Logger, LogLevel, type LogLine } from './log.ts'
export type { ConfirmReview } from './plan/session.ts'
export { type BalanceParameters, getBalance } from './reads/getBalance.ts'
export {
  type ActivityParameters,
  type CollectionsParameters,
  getActivity,
  getAttributes,
  getCollections,
  getListings,
  getMarketplaceConfigurations,
  getOffers,
  getTokens,
  getUserListings,
  getUserOffers,
  getUserTokens,
  type OrdersParameters,
  type Page,
  type PageParameters,
  type ReadParameters,
  type TokensParameters,
  type UserOrdersParameters,
  type UserTokensParameters,
} from './reads/marketReads.ts'
export { type WatchParameters, watchMarket } from './reads/watchMarket.ts'
export { type Resumed, type ResumeParameters, resume } from './recovery/resume.ts'
export type { Agreed } from './run/agreed.ts'
export type { EventKind, TradeEvent, TradeEventListener } from './run/events.ts'
export type {
  Action,
  Execution,
  ExecutionEvent,
  ExecutionItem,
  ExecutionStep,
  ItemPhase,
  ItemProof,
  Receipt,
  Review,
} from './run/execution.ts'
export { progressOf } from './run/progressOf.ts'
export type { Run, TradeResult } from './run/run.ts'
export { type Eip1193Provider, eip1193Wallet } from './wallets/eip1193.ts'
export { type EthersSigner, ethersWallet } from './wallets/ethers.ts'
export { readWalletError, type WalletErrorReading } from './wallets/readWalletError.ts'
export { viemWallet } from './wallets/viem.ts'
export type {
  CallsStatus,
  HostCapabilities,
  Replacement,
  RpcRequest,
  Wallet,
  WalletCapabilities,
  WalletOptions,
} from './wallets/wallet.ts'
export { walletErrorSources } from './wallets/walletErrorSources.ts'
export { type WalletErrorRow, walletErrors } from './wallets/walletErrors.ts'
