'use client'

import { chainOf } from '@sluice/core'
import type { ReactNode } from 'react'
import { useCart } from '../hooks/useCart.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button, type ButtonProps } from '../primitives/Button.tsx'
import { AcceptOfferDialog, type AcceptOfferDialogProps } from './AcceptOfferDialog.tsx'
import { BidDialog, type BidDialogProps } from './BidDialog.tsx'
import { BuyDialog, type BuyDialogProps } from './BuyDialog.tsx'
import { CancelDialog, type CancelDialogProps } from './CancelDialog.tsx'
import { Cart, type CartProps } from './Cart.tsx'
import { CollectDialog, type CollectDialogProps } from './CollectDialog.tsx'
import { EditDialog, type EditDialogProps } from './EditDialog.tsx'
import { ListDialog, type ListDialogProps } from './ListDialog.tsx'
import { ListManyDialog, type ListManyDialogProps } from './ListManyDialog.tsx'
import { SweepDialog, type SweepDialogProps } from './SweepDialog.tsx'
import { TransferDialog, type TransferDialogProps } from './TransferDialog.tsx'

/** What a dialog is about, and how the button that opens it looks. */
type Opens<TDialog> = Omit<TDialog, 'trigger' | 'open' | 'onOpenChange'> &
  Pick<ButtonProps, 'kind' | 'wide' | 'small'>

/**
 * "Buy now", with its dialog.
 *
 * @example
 * <BuyButton token="0x…:42" wide />
 */
export function BuyButton({ token, orderId, chainId, next, ...look }: Opens<BuyDialogProps>): ReactNode {
  const { buy } = useKit().messages
  return (
    <BuyDialog {...{ token, orderId, chainId, next }} trigger={<Button {...look}>{buy.action}</Button>} />
  )
}

/**
 * "List for sale", with its dialog.
 *
 * @example
 * <ListButton token={`${collection}:42`} kind="secondary" small />
 */
export function ListButton({ token, chainId, next, ...look }: Opens<ListDialogProps>): ReactNode {
  const { list } = useKit().messages
  return <ListDialog {...{ token, chainId, next }} trigger={<Button {...look}>{list.action}</Button>} />
}

/**
 * "Accept offer", with its dialog: the best offer of each token, or the one that `orderId` names.
 *
 * @example
 * <AcceptOfferButton items={[{ token: `${collection}:42` }]} />
 */
export function AcceptOfferButton({
  items,
  chainId,
  next,
  ...look
}: Opens<AcceptOfferDialogProps>): ReactNode {
  const { accept } = useKit().messages
  return (
    <AcceptOfferDialog {...{ items, chainId, next }} trigger={<Button {...look}>{accept.action}</Button>} />
  )
}

/**
 * "Make offer", with its dialog: for a token, a collection, or the tokens of it with an attribute.
 *
 * @example
 * <BidButton target={{ collection, attributeKey: 'Hat', attributeValue: 'Red' }} name="Red hats" />
 */
export function BidButton({ target, name, chainId, next, ...look }: Opens<BidDialogProps>): ReactNode {
  const { offer } = useKit().messages
  return (
    <BidDialog {...{ target, name, chainId, next }} trigger={<Button {...look}>{offer.action}</Button>} />
  )
}

/**
 * "Cancel listing", "Cancel offer" or "Cancel listings and offers", with its dialog. `all` cancels what the account ever
 * signed.
 *
 * @example
 * <CancelButton orderIds={[order.id]} side="listing" name="Ember #42" kind="danger" />
 */
export function CancelButton(props: Opens<CancelDialogProps>): ReactNode {
  const { cancel } = useKit().messages
  const { orderIds, side, name, chainId, ...look } = props
  const what = orderIds === 'all' || orderIds.length > 1 ? 'several' : side
  return (
    <CancelDialog
      {...{ orderIds, side, name, chainId }}
      trigger={<Button {...look}>{cancel.confirm[what]}</Button>}
    />
  )
}

/**
 * "Change listing" or "Change offer", with its dialog.
 *
 * @example
 * <EditButton orderId={order.id} side="offer" name="Ember #42" kind="secondary" />
 */
export function EditButton(props: Opens<EditDialogProps>): ReactNode {
  const { edit } = useKit().messages
  const { orderId, side, name, chainId, next, ...look } = props
  return (
    <EditDialog
      {...{ orderId, side, name, chainId, next }}
      trigger={<Button {...look}>{edit.confirm[side]}</Button>}
    />
  )
}

/**
 * "List 3 for sale", with its dialog.
 *
 * @example
 * <ListManyButton tokens={[`${collection}:1`, `${collection}:2`]} />
 */
export function ListManyButton({ tokens, chainId, next, ...look }: Opens<ListManyDialogProps>): ReactNode {
  const { list } = useKit().messages
  return (
    <ListManyDialog
      {...{ tokens, chainId, next }}
      trigger={<Button {...look}>{list.actionMany(tokens.length)}</Button>}
    />
  )
}

/**
 * "Buy several", with its dialog: the cheapest tokens of a collection, or of those with an attribute.
 *
 * @example
 * <SweepButton collection={collection} name="Red hats" attributes={{ Hat: 'Red' }} />
 */
export function SweepButton(props: Opens<SweepDialogProps>): ReactNode {
  const { sweep } = useKit().messages
  const { collection, name, attributes, chainId, next, ...look } = props
  return (
    <SweepDialog
      {...{ collection, name, attributes, chainId, next }}
      trigger={<Button {...look}>{sweep.action}</Button>}
    />
  )
}

/**
 * "Collect", with its dialog: mints new tokens of a collection, or buys listed ones if they cost less.
 *
 * @example
 * <CollectButton collection={collection} name="First Light" wide />
 */
export function CollectButton(props: Opens<CollectDialogProps>): ReactNode {
  const { collect } = useKit().messages
  const { collection, name, chainId, next, ...look } = props
  return (
    <CollectDialog
      {...{ collection, name, chainId, next }}
      trigger={<Button {...look}>{collect.action}</Button>}
    />
  )
}

/**
 * "Transfer", with its dialog.
 *
 * @example
 * <TransferButton tokens={[`${collection}:42`]} kind="secondary" />
 */
export function TransferButton({ tokens, chainId, next, ...look }: Opens<TransferDialogProps>): ReactNode {
  const { transfer } = useKit().messages
  return (
    <TransferDialog {...{ tokens, chainId, next }} trigger={<Button {...look}>{transfer.action}</Button>} />
  )
}

/**
 * "Cart", with how much is in it and its dialog.
 *
 * @example
 * <CartButton small />
 */
export function CartButton({ chainId, next, ...look }: Opens<CartProps>): ReactNode {
  const { cart } = useKit().messages
  const { items } = useCart()
  return (
    <Cart
      chainId={chainId}
      next={next}
      trigger={
        <Button kind="secondary" {...look}>
          {cart.title} ({items.length})
        </Button>
      }
    />
  )
}

export type AddToCartButtonProps = Pick<ButtonProps, 'kind' | 'wide' | 'small'> & {
  /** `contract:tokenId`. */
  readonly token: string
  /** One listing; the cheapest by default. */
  readonly orderId?: `0x${string}` | undefined
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
}

/**
 * Puts a token's cheapest listing, or the one that is named, into the cart, or takes it out.
 *
 * @example
 * <AddToCartButton token={`${collection}:42`} small />
 */
export function AddToCartButton(props: AddToCartButtonProps): ReactNode {
  const { client, messages } = useKit()
  const { has, add, remove } = useCart()
  const { token, orderId, chainId, ...look } = props
  const item = { chainId: chainOf(client, chainId).id, token: token.toLowerCase(), orderId, quantity: 1 }
  const inside = has(item)
  return (
    <Button
      kind="secondary"
      {...look}
      aria-pressed={inside}
      onClick={() => (inside ? remove([item]) : add(item))}
    >
      {inside ? messages.cart.inCart : messages.cart.add}
    </Button>
  )
}
