export type { Deduction } from './flows/deductions.ts'
export type { Money, RunningFlow, WaitingFlow } from './flows/flow.ts'
export { moneyOf } from './flows/money.ts'
export {
  type AcceptOfferFlow,
  type AcceptOfferInput,
  type SaleItem,
  useAcceptOffer,
} from './flows/useAcceptOffer.ts'
export { type BidFlow, type BidForm, type BidInput, type BidTarget, useBid } from './flows/useBid.ts'
export { type BuyFlow, type BuyForm, type BuyInput, useBuy } from './flows/useBuy.ts'
export { type CancelFlow, type CancelInput, useCancel } from './flows/useCancel.ts'
export {
  type CheckoutFlow,
  type CheckoutForm,
  type CheckoutInput,
  type CheckoutLine,
  useCheckout,
} from './flows/useCheckout.ts'
export { type EditFlow, type EditForm, type EditInput, useEdit } from './flows/useEdit.ts'
export { type JournalEntries, type JournalFlow, useJournal } from './flows/useJournal.ts'
export {
  type ListFlow,
  type ListForm,
  type ListInput,
  type PricePreset,
  useList,
} from './flows/useList.ts'
export {
  type ListManyFlow,
  type ListManyForm,
  type ListManyInput,
  type ListManyRow,
  listLimit,
  useListMany,
} from './flows/useListMany.ts'
export { mayRetry } from './flows/useRunFlow.ts'
export { type SweepFlow, type SweepInput, sweepLimit, useSweep } from './flows/useSweep.ts'
export {
  type TransferFlow,
  type TransferForm,
  type TransferInput,
  useTransfer,
} from './flows/useTransfer.ts'
export {
  activityQuery,
  attributesQuery,
  collectionQuery,
  collectionsQuery,
  listingsQuery,
  marketplaceConfigurationsQuery,
  offersQuery,
  type Reader,
  tokenQuery,
  tokensQuery,
  userListingsQuery,
  userOffersQuery,
  userTokensQuery,
} from './hooks/queries.ts'
export {
  useActivity,
  useAttributes,
  useCollection,
  useCollections,
  useListings,
  useMarketplaceConfigurations,
  useOffers,
  useToken,
  useTokens,
  useUserListings,
  useUserOffers,
  useUserTokens,
} from './hooks/reads.ts'
export { useActiveRun } from './hooks/useActiveRun.ts'
export { type Named, useAddressOf } from './hooks/useAddressOf.ts'
export { useBalance } from './hooks/useBalance.ts'
export { type BrowserProvider, type BrowserWallet, useBrowserWallets } from './hooks/useBrowserWallets.ts'
export { useCart } from './hooks/useCart.ts'
export { useLive } from './hooks/useLive.ts'
export { looksLike, type Recipient, useRecipient } from './hooks/useRecipient.ts'
export { useResume } from './hooks/useResume.ts'
export { useRun } from './hooks/useRun.ts'
export { browserCart, type CartItem, type CartStorage, cartLimit } from './kit/cart.ts'
export type { NameResolver } from './kit/SluiceProvider.tsx'
export { type Kit, SluiceProvider, type SluiceProviderProps, useKit } from './kit/SluiceProvider.tsx'
export { en } from './locales/en.ts'
export { directionOf, type Language, languageOf, languages } from './locales/languages.ts'
export { loadMessages } from './locales/loadMessages.ts'
export type {
  ActivityKind,
  DurationName,
  FlowMessages,
  InvalidReason,
  Messages,
  TitledMessage,
  UnavailableReason,
} from './locales/messages.ts'
export { type Theme, type ThemeAttributes, themeAttributes } from './theme/theme.ts'
export { type ColorName, colors, type MeasureName, measures } from './theme/tokens.ts'
