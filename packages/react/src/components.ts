export { AcceptOfferDialog, type AcceptOfferDialogProps } from './dialogs/AcceptOfferDialog.tsx'
export { AuctionDialog, type AuctionDialogProps } from './dialogs/AuctionDialog.tsx'
export { BidDialog, type BidDialogProps } from './dialogs/BidDialog.tsx'
export { BuyDialog, type BuyDialogProps } from './dialogs/BuyDialog.tsx'
export { CancelDialog, type CancelDialogProps } from './dialogs/CancelDialog.tsx'
export { Cart, type CartProps } from './dialogs/Cart.tsx'
export { CollectDialog, type CollectDialogProps } from './dialogs/CollectDialog.tsx'
export { ConnectDialog, type ConnectDialogProps } from './dialogs/ConnectDialog.tsx'
export { EditDialog, type EditDialogProps } from './dialogs/EditDialog.tsx'
export { ListDialog, type ListDialogProps } from './dialogs/ListDialog.tsx'
export { ListManyDialog, type ListManyDialogProps } from './dialogs/ListManyDialog.tsx'
export { SweepDialog, type SweepDialogProps } from './dialogs/SweepDialog.tsx'
export { TransferDialog, type TransferDialogProps } from './dialogs/TransferDialog.tsx'
export {
  AcceptOfferButton,
  AddToCartButton,
  type AddToCartButtonProps,
  BidButton,
  BuyButton,
  CancelButton,
  CartButton,
  CollectButton,
  EditButton,
  ListButton,
  ListManyButton,
  SweepButton,
  TransferButton,
} from './dialogs/tradeButtons.tsx'
export { Select, type SelectOption } from './fields/Select.tsx'
export { shortAddress } from './kit/addresses.ts'
export { ActivityList, type ActivityListProps } from './lists/ActivityList.tsx'
export { Journal } from './lists/Journal.tsx'
export { OwnOrders, type OwnOrdersProps } from './lists/OwnOrders.tsx'
export { PendingTrades, type PendingTradesProps } from './lists/pending/PendingTrades.tsx'
export { ResumeNote } from './lists/ResumeNote.tsx'
export { type MediaKind, mediaKindOf, TokenMedia, type TokenMediaProps } from './media/TokenMedia.tsx'
export { isPicture, TokenPicture, type TokenPictureProps } from './media/TokenPicture.tsx'
export { Boundary, type BoundaryProps } from './primitives/Boundary.tsx'
export { Button, type ButtonProps } from './primitives/Button.tsx'
export { Dialog, type DialogProps } from './primitives/Dialog.tsx'
export { Inline } from './primitives/Inline.tsx'
export { ExternalLink, Note, type NoteProps } from './primitives/Note.tsx'
export { ShadowScope, type ShadowScopeProps } from './primitives/ShadowScope.tsx'
export type { DialogOpenProps } from './primitives/useDialogOpen.ts'
export { ErrorNote } from './progress/ErrorNote.tsx'
export type { NextSteps } from './progress/ReceiptView.tsx'
export { StepList } from './progress/StepList.tsx'
export type { TradeDialogProps } from './progress/TradeDialog.tsx'
export { ReviewCard, type ReviewCardProps } from './review/ReviewCard.tsx'
export { Address } from './values/Address.tsx'
export { EnforcedRoyalty, type EnforcedRoyaltyProps } from './values/EnforcedRoyalty.tsx'
export { Estimate, type EstimateProps } from './values/Estimate.tsx'
export { OrderPrice, type OrderPriceProps } from './values/OrderPrice.tsx'
export { OrderNotes, OrderState } from './values/OrderState.tsx'
export { formatAmount, formatBps, Price, Prices } from './values/Price.tsx'
export { Sentence } from './values/Sentence.tsx'
export { relativeTime, When } from './values/When.tsx'
