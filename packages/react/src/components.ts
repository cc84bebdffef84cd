export { AcceptOfferDialog, type AcceptOfferDialogProps } from './components/AcceptOfferDialog.tsx'
export { ActivityList, type ActivityListProps } from './components/ActivityList.tsx'
export { Address, shortAddress } from './components/Address.tsx'
export { BidDialog, type BidDialogProps } from './components/BidDialog.tsx'
export { Button, type ButtonProps } from './components/Button.tsx'
export { BuyButton } from './components/BuyButton.tsx'
export { BuyDialog, type BuyDialogProps } from './components/BuyDialog.tsx'
export { CancelDialog, type CancelDialogProps } from './components/CancelDialog.tsx'
export { Cart, type CartProps } from './components/Cart.tsx'
export { ConnectDialog, type ConnectDialogProps } from './components/ConnectDialog.tsx'
export { Dialog, type DialogProps } from './components/Dialog.tsx'
export { EditDialog, type EditDialogProps } from './components/EditDialog.tsx'
export { type Option, Select } from './components/fields.tsx'
export { Journal } from './components/Journal.tsx'
export { ListButton } from './components/ListButton.tsx'
export { ListDialog, type ListDialogProps } from './components/ListDialog.tsx'
export { ListManyDialog, type ListManyDialogProps } from './components/ListManyDialog.tsx'
export { ErrorNote, ExternalLink, Note, type NoteProps } from './components/Note.tsx'
export type { Opening } from './components/opening.ts'
export { formatAmount, formatBps, Price, Prices } from './components/Price.tsx'
export { ResumeNote } from './components/ResumeNote.tsx'
export { ReviewCard, type ReviewCardProps } from './components/ReviewCard.tsx'
export { ShadowScope, type ShadowScopeProps } from './components/ShadowScope.tsx'
export { StepList } from './components/StepList.tsx'
export { SweepDialog, type SweepDialogProps } from './components/SweepDialog.tsx'
export {
  isPicture,
  type MediaKind,
  mediaKindOf,
  TokenMedia,
  type TokenMediaProps,
} from './components/TokenMedia.tsx'
export { TransferDialog, type TransferDialogProps } from './components/TransferDialog.tsx'
export {
  AcceptOfferButton,
  AddToCartButton,
  type AddToCartButtonProps,
  BidButton,
  CancelButton,
  CartButton,
  EditButton,
  ListManyButton,
  SweepButton,
  TransferButton,
} from './components/tradeButtons.tsx'
export { relativeTime, When } from './components/When.tsx'
