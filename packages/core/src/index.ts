export {
  type AssetDelta,
  type Authority,
  type ChainState,
  type CheckedHow,
  type CheckedItem,
  type CheckedMessage,
  type CheckedTransaction,
  type CheckedTypedData,
  type Claim,
  defaultPolicy,
  type Effects,
  type EndedOrder,
  type Finding,
  type FindingCode,
  hasMovingPrice,
  type Intent,
  type OrderFill,
  type OrderPayment,
  type OrderTrade,
  type Policy,
  type PolicyInput,
  type Purpose,
  type ReviewCard,
  reviewCard,
  type Trust,
  trustOf,
  type Unproven,
  type UnprovenCode,
  type UnprovenPlace,
  unproven,
  type Verdict,
  verdictReport,
  visibleText,
} from '@sluice/guards'
export type {
  Activity,
  AnnouncedAuction,
  AttributeValues,
  Auction,
  Collection,
  CurrencyRate,
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
export {
  type AnnounceAuctionParameters,
  announceAuction,
  type WithdrawAuctionParameters,
  withdrawAuction,
} from './actions/announceAuction.ts'
export { type BuyItem, type BuyOptions, type BuyTokensParameters, buyTokens } from './actions/buyTokens.ts'
export { type CancelOptions, type CancelOrdersParameters, cancelOrders } from './actions/cancelOrders.ts'
export { type LostTo, lostTo } from './actions/checkReceiver.ts'
export { type Listing, type ListTokensParameters, listTokens } from './actions/listTokens.ts'
export { type Bid, type PlaceBidsParameters, placeBids } from './actions/placeBids.ts'
export {
  type PreviewParameters,
  preview,
  previewAcceptOffers,
  previewBuyTokens,
  type QuoteParameters,
} from './actions/preview.ts'
export type { Preview, PreviewPrice, PreviewTotal } from './actions/readPreview.ts'
export {
  type CancelSignedOrdersParameters,
  cancelSignedOrders,
  exportJournal,
  getSignedOrders,
  isOpenOrder,
  readJournalExport,
  type SignedOrdersParameters,
  watchSignedOrders,
} from './actions/signedOrders.ts'
export type { RunParameters } from './actions/startAction.ts'
export type { OrderKindName, OrderKindOptions, OrdersOptions, OrderTermsInput } from './actions/terms.ts'
export { type TransferItem, type TransferTokensParameters, transferTokens } from './actions/transferTokens.ts'
export { isEnded } from './api/isEnded.ts'
export type { RpcRequest } from './chain/chainReader.ts'
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
export { hasWrongChecksum } from './input/hasWrongChecksum.ts'
export type { ExpectedPrice, ExpectedPrices, UnitPrice } from './input/prices.ts'
export type { BaseUnits, RawOrder } from './input/values.ts'
export type { Journal } from './journal/journal.ts'
export { type JournalEntry, type JournalState, mayStillHappen } from './journal/journalEntry.ts'
export type { NextOrder } from './journal/nextOrder.ts'
export type { SignedOrder, SignedOrderItem, SignedOrderState } from './journal/signedOrderStatus.ts'
export { browserStorage, type JournalStorage, memoryStorage } from './journal/storage.ts'
export { tokensOfEntry } from './journal/tokensOfEntry.ts'
export { type Logger, LogLevel, type LogLine } from './log.ts'
export { resolvePolicy } from './policy.ts'
export { type BalanceParameters, getBalance } from './reads/getBalance.ts'
export { getNetworkFee, type NetworkFee, type NetworkFeeParameters } from './reads/getNetworkFee.ts'
export {
  getActivity,
  getAttributes,
  getAuctions,
  getCollections,
  getListings,
  getMarketplaceConfigurations,
  getOffers,
  getRates,
  getTokens,
  getUserListings,
  getUserOffers,
  getUserTokens,
} from './reads/marketReads.ts'
export type {
  ActivityParameters,
  AttributeFilter,
  AuctionsParameters,
  CollectionsParameters,
  OrdersParameters,
  Page,
  PageParameters,
  ReadParameters,
  TokensParameters,
  UserOrdersParameters,
  UserTokensParameters,
} from './reads/readParameters.ts'
export { type VerifyAuctionParameters, verifyAuction } from './reads/verifyAuction.ts'
export { type WatchParameters, watchMarket } from './reads/watchMarket.ts'
export type { UnfinishedChange, UnfinishedChangesParameters } from './recovery/findChanges.ts'
export type { Resumed, ResumeParameters } from './recovery/reconcile.ts'
export { resume } from './recovery/resume.ts'
export { forgetChange, getUnfinishedChanges } from './recovery/unfinishedChanges.ts'
export type { Agreed } from './run/agreed.ts'
export type { EventKind, TradeEvent, TradeEventListener } from './run/events.ts'
export type {
  Action,
  ConfirmReview,
  Execution,
  ExecutionEvent,
  ExecutionItem,
  ExecutionStep,
  ItemPhase,
  ItemProof,
  Problem,
  Receipt,
  Review,
} from './run/execution.ts'
export { progressOf } from './run/progressOf.ts'
export type { Run, TradeResult } from './run/run.ts'
export { type Eip1193Provider, eip1193Wallet } from './wallets/eip1193.ts'
export { type EthersSigner, ethersWallet } from './wallets/ethers.ts'
export { readWalletError, type WalletErrorReading, walletErrorKinds } from './wallets/readWalletError.ts'
export { viemWallet } from './wallets/viem.ts'
export type {
  CallsStatus,
  HostCapabilities,
  Replacement,
  Wallet,
  WalletCapabilities,
  WalletOptions,
} from './wallets/wallet.ts'
export { walletErrorSources } from './wallets/walletErrorSources.ts'
export { type WalletErrorRow, walletErrors } from './wallets/walletErrors.ts'
