export type { Deduction, SaleSum } from './flows/deductions.ts'
export type {
  CompleteFlow,
  ConnectFlow,
  FailedFlow,
  FlowInput,
  IdleFlow,
  InProgressFlow,
  LoadingFlow,
  Money,
  ReviewingFlow,
  RunningFlow,
  UnavailableFlow,
  WaitingFlow,
} from './flows/flow.ts'
export type { LowPrice, LowPrices, UnknownFloor } from './flows/lowPrices.ts'
export { moneyOf } from './flows/money.ts'
export type { PricePreset } from './flows/terms/pricePresets.ts'
export type { HighPrice } from './flows/terms/useHighPrice.ts'
export {
  type AcceptOfferFlow,
  type AcceptOfferForm,
  type AcceptOfferInput,
  type AcceptOfferReady,
  type SaleItem,
  type SaleRow,
  useAcceptOffer,
} from './flows/useAcceptOffer.ts'
export {
  type AuctionDuration,
  type AuctionFlow,
  type AuctionForm,
  type AuctionInput,
  type AuctionWithdrawalFlow,
  useAuction,
  useAuctionWithdrawal,
} from './flows/useAuction.ts'
export { type BidFlow, type BidForm, type BidInput, type BidTarget, useBid } from './flows/useBid.ts'
export { type BuyFlow, type BuyForm, type BuyInput, useBuy } from './flows/useBuy.ts'
export { type CancelFlow, type CancelInput, type CancelReady, useCancel } from './flows/useCancel.ts'
export {
  type CheckoutFlow,
  type CheckoutForm,
  type CheckoutInput,
  type CheckoutLine,
  useCheckout,
} from './flows/useCheckout.ts'
export { type CollectFlow, type CollectForm, type CollectInput, useCollect } from './flows/useCollect.ts'
export { type EditFlow, type EditForm, type EditInput, type EditSteps, useEdit } from './flows/useEdit.ts'
export { type JournalEntries, type JournalFlow, useJournal } from './flows/useJournal.ts'
export { type ListFlow, type ListForm, type ListInput, useList } from './flows/useList.ts'
export {
  type ListManyFlow,
  type ListManyForm,
  type ListManyInput,
  type ListManyRow,
  listLimit,
  useListMany,
} from './flows/useListMany.ts'
export { mayRetry } from './flows/useRunFlow.ts'
export {
  type SweepChoosing,
  type SweepFlow,
  type SweepInput,
  sweepLimit,
  useSweep,
} from './flows/useSweep.ts'
export type { TradedToken, TradedTokens } from './flows/useTradedTokens.ts'
export {
  type TransferFlow,
  type TransferForm,
  type TransferInput,
  useTransfer,
} from './flows/useTransfer.ts'
export {
  type EndedTrade,
  type PendingTrade,
  type PendingTradesResult,
  type TradeOfChange,
  type TradeOfEntry,
  type TradeOfRun,
  usePendingTrades,
} from './hooks/pending/usePendingTrades.ts'
export {
  activityQuery,
  attributesQuery,
  collectionQuery,
  collectionsQuery,
  listingsQuery,
  marketplaceConfigurationsQuery,
  offersQuery,
  ratesQuery,
  tokenQuery,
  tokensQuery,
  userListingsQuery,
  userOffersQuery,
  userTokensQuery,
} from './hooks/queries.ts'
export type {
  ListPage,
  ListParameters,
  ListQuery,
  Reader,
  ReadParameters,
  ReadQuery,
  UseAttributesParameters,
  UseCollectionParameters,
  UseMarketplaceConfigurationsParameters,
  UseTokenParameters,
} from './hooks/readQuery.ts'
export {
  type ListResult,
  type ReadResult,
  useActivity,
  useAttributes,
  useCollection,
  useCollections,
  useListings,
  useMarketplaceConfigurations,
  useOffers,
  useRates,
  useToken,
  useTokens,
  useUserListings,
  useUserOffers,
  useUserTokens,
} from './hooks/reads.ts'
export { type ActiveRunResult, useActiveRun } from './hooks/useActiveRun.ts'
export { type ResolvedName, type UseAddressOfParameters, useAddressOf } from './hooks/useAddressOf.ts'
export { type UseBalanceParameters, useBalance } from './hooks/useBalance.ts'
export { type BrowserProvider, type BrowserWallet, useBrowserWallets } from './hooks/useBrowserWallets.ts'
export { type CartResult, useCart } from './hooks/useCart.ts'
export { type UseLiveParameters, useLive } from './hooks/useLive.ts'
export { useMessages } from './hooks/useMessages.ts'
export { type UseNetworkFeeParameters, useNetworkFee } from './hooks/useNetworkFee.ts'
export { type UseOpenOrdersParameters, useOpenOrders } from './hooks/useOpenOrders.ts'
export { looksLike, type Recipient, type UseRecipientParameters, useRecipient } from './hooks/useRecipient.ts'
export { type ResumeResult, useResume } from './hooks/useResume.ts'
export { useRun } from './hooks/useRun.ts'
export { type SlowReads, useSlowReads } from './hooks/useSlowReads.ts'
export { browserCart, type CartItem, type CartStorage, cartLimit } from './kit/cart.ts'
export type { MissingFunds, NameResolver } from './kit/SluiceProvider.tsx'
export { type Kit, SluiceProvider, type SluiceProviderProps, useKit } from './kit/SluiceProvider.tsx'
export { safeName } from './kit/safeName.ts'
export type { ActivityKind, DurationName, InvalidReason, UnavailableReason } from './locales/codes.ts'
export { en } from './locales/en.ts'
export { directionOf, type Language, languageOf, languages } from './locales/languages.ts'
export { loadMessages } from './locales/loadMessages.ts'
export type { FlowMessages, Messages, PageMessages, RunMessages, TitledMessage } from './locales/messages.ts'
export { type PluralForms, pluralsOf } from './locales/plurals.ts'
export { type Theme, type ThemeAttributes, themeAttributes } from './theme/theme.ts'
export { type ColorName, colors, type MeasureName, measures } from './theme/tokens.ts'
