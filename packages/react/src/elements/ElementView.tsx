'use client'

import { type ReactNode, useCallback } from 'react'
import { AcceptOfferDialog } from '../dialogs/AcceptOfferDialog.tsx'
import { BidDialog } from '../dialogs/BidDialog.tsx'
import { BuyDialog } from '../dialogs/BuyDialog.tsx'
import { CancelDialog } from '../dialogs/CancelDialog.tsx'
import { Cart, type CartProps } from '../dialogs/Cart.tsx'
import { EditDialog } from '../dialogs/EditDialog.tsx'
import { ListDialog } from '../dialogs/ListDialog.tsx'
import { ListManyDialog } from '../dialogs/ListManyDialog.tsx'
import { SweepDialog } from '../dialogs/SweepDialog.tsx'
import { TransferDialog } from '../dialogs/TransferDialog.tsx'
import { AddToCartButton } from '../dialogs/tradeButtons.tsx'
import { useCart } from '../hooks/useCart.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { ActivityList } from '../lists/ActivityList.tsx'
import { PendingTrades } from '../lists/pending/PendingTrades.tsx'
import { Button } from '../primitives/Button.tsx'
import {
  readChainId,
  readCollection,
  readName,
  readOrderIds,
  readSales,
  readSide,
  readTarget,
  readTokens,
} from './attributes.ts'
import { dispatchOpening } from './elementEvents.ts'

/** The elements a page can write, by name. */
export const elementNames = [
  'sluice-buy',
  'sluice-list',
  'sluice-accept',
  'sluice-offer',
  'sluice-edit',
  'sluice-cancel',
  'sluice-transfer',
  'sluice-sweep',
  'sluice-add',
  'sluice-cart',
  'sluice-pending',
  'sluice-activity',
] as const
export type ElementName = (typeof elementNames)[number]

/** What an element shows: a button with its dialog, or a list. Trades in progress show nothing while there are none. Text inside the element is the button's. */
export function ElementView({ element }: { readonly element: Element }): ReactNode {
  const { messages } = useKit()
  const chainId = readChainId(element)
  const name = readName(element)
  const onOpenChange = useCallback((open: boolean) => dispatchOpening(element, open), [element])
  const common = { chainId, onOpenChange }
  const trigger = (text: string) => <Button>{element.textContent?.trim() || text}</Button>
  switch (element.localName as ElementName) {
    case 'sluice-buy': {
      const [token = ''] = readTokens(element)
      const [orderId] = readOrderIds(element)
      return <BuyDialog {...{ token, orderId, ...common }} trigger={trigger(messages.buy.action)} />
    }
    case 'sluice-list': {
      const tokens = readTokens(element)
      const [token = ''] = tokens
      if (tokens.length > 1)
        return (
          <ListManyDialog
            {...{ tokens, ...common }}
            trigger={trigger(messages.list.actionMany(tokens.length))}
          />
        )
      return <ListDialog {...{ token, ...common }} trigger={trigger(messages.list.action)} />
    }
    case 'sluice-accept':
      return (
        <AcceptOfferDialog items={readSales(element)} {...common} trigger={trigger(messages.accept.action)} />
      )
    case 'sluice-offer':
      return (
        <BidDialog
          target={readTarget(element)}
          name={name}
          {...common}
          trigger={trigger(messages.offer.action)}
        />
      )
    case 'sluice-edit': {
      const [orderId = '0x'] = readOrderIds(element)
      const side = readSide(element)
      return (
        <EditDialog {...{ orderId, side, name, ...common }} trigger={trigger(messages.edit.confirm[side])} />
      )
    }
    case 'sluice-cancel': {
      const orderIds = element.hasAttribute('all') ? 'all' : readOrderIds(element)
      const side = readSide(element)
      return (
        <CancelDialog
          {...{ orderIds, side, name, ...common }}
          trigger={trigger(orderIds === 'all' ? messages.cancel.titleAll : messages.cancel.confirm[side])}
        />
      )
    }
    case 'sluice-transfer':
      return (
        <TransferDialog
          tokens={readTokens(element)}
          {...common}
          trigger={trigger(messages.transfer.action)}
        />
      )
    case 'sluice-sweep':
      return (
        <SweepDialog
          collection={readCollection(element)}
          name={name}
          {...common}
          trigger={trigger(messages.sweep.action)}
        />
      )
    case 'sluice-add': {
      const [token = ''] = readTokens(element)
      const [orderId] = readOrderIds(element)
      return <AddToCartButton {...{ token, orderId, chainId }} />
    }
    case 'sluice-cart':
      return <CartElement {...common} />
    case 'sluice-pending':
      return <PendingTrades />
    case 'sluice-activity':
      return <ActivityList {...scopeOf(element)} chainId={chainId} />
    default:
      return null
  }
}

function CartElement(opening: Pick<CartProps, 'chainId' | 'onOpenChange'>): ReactNode {
  const { messages } = useKit()
  const { items } = useCart()
  return (
    <Cart
      {...opening}
      trigger={
        <Button kind="secondary">
          {messages.cart.title} ({items.length})
        </Button>
      }
    />
  )
}

function scopeOf(element: Element) {
  if (element.hasAttribute('token')) return { token: readTokens(element)[0] }
  if (element.hasAttribute('collection')) return { collection: readCollection(element) }
  return { user: element.getAttribute('user') ?? undefined }
}
