'use client'

import type { ReactNode } from 'react'
import { AcceptOfferDialog } from '../components/AcceptOfferDialog.tsx'
import { ActivityList } from '../components/ActivityList.tsx'
import { BidDialog } from '../components/BidDialog.tsx'
import { Button } from '../components/Button.tsx'
import { BuyDialog } from '../components/BuyDialog.tsx'
import { CancelDialog } from '../components/CancelDialog.tsx'
import { Cart } from '../components/Cart.tsx'
import { EditDialog } from '../components/EditDialog.tsx'
import { ListDialog } from '../components/ListDialog.tsx'
import { ListManyDialog } from '../components/ListManyDialog.tsx'
import { SweepDialog } from '../components/SweepDialog.tsx'
import { TransferDialog } from '../components/TransferDialog.tsx'
import { useCart } from '../hooks/useCart.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
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
  'sluice-cart',
  'sluice-activity',
] as const
export type ElementName = (typeof elementNames)[number]

/** What an element shows: a button with its dialog, or a list. Text inside the element is the button's. */
export function ElementView({ element }: { readonly element: Element }): ReactNode {
  const { words } = useKit()
  const chainId = readChainId(element)
  const name = readName(element)
  const trigger = (text: string) => <Button>{element.textContent?.trim() || text}</Button>
  switch (element.localName as ElementName) {
    case 'sluice-buy': {
      const [token = ''] = readTokens(element)
      const [orderId] = readOrderIds(element)
      return <BuyDialog {...{ token, orderId, chainId }} trigger={trigger(words.buy.action)} />
    }
    case 'sluice-list': {
      const tokens = readTokens(element)
      const [token = ''] = tokens
      if (tokens.length > 1)
        return (
          <ListManyDialog {...{ tokens, chainId }} trigger={trigger(words.list.actionMany(tokens.length))} />
        )
      return <ListDialog {...{ token, chainId }} trigger={trigger(words.list.action)} />
    }
    case 'sluice-accept':
      return (
        <AcceptOfferDialog
          items={readSales(element)}
          chainId={chainId}
          trigger={trigger(words.accept.action)}
        />
      )
    case 'sluice-offer':
      return (
        <BidDialog
          target={readTarget(element)}
          name={name}
          chainId={chainId}
          trigger={trigger(words.offer.action)}
        />
      )
    case 'sluice-edit': {
      const [orderId = '0x'] = readOrderIds(element)
      const side = readSide(element)
      return <EditDialog {...{ orderId, side, name, chainId }} trigger={trigger(words.edit.action)} />
    }
    case 'sluice-cancel': {
      const orderIds = element.hasAttribute('all') ? 'all' : readOrderIds(element)
      const side = readSide(element)
      return <CancelDialog {...{ orderIds, side, name, chainId }} trigger={trigger(words.cancel.action)} />
    }
    case 'sluice-transfer':
      return (
        <TransferDialog
          tokens={readTokens(element)}
          chainId={chainId}
          trigger={trigger(words.transfer.action)}
        />
      )
    case 'sluice-sweep':
      return (
        <SweepDialog
          collection={readCollection(element)}
          name={name}
          chainId={chainId}
          trigger={trigger(words.sweep.action)}
        />
      )
    case 'sluice-cart':
      return <CartElement chainId={chainId} />
    case 'sluice-activity':
      return <ActivityList {...scopeOf(element)} chainId={chainId} />
    default:
      return null
  }
}

function CartElement({ chainId }: { readonly chainId: number | undefined }): ReactNode {
  const { words } = useKit()
  const { items } = useCart()
  return (
    <Cart
      chainId={chainId}
      trigger={
        <Button kind="secondary">
          {words.cart.title} ({items.length})
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
