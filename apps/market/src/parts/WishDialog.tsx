import {
  AcceptOfferDialog,
  BidDialog,
  BuyDialog,
  CancelDialog,
  EditDialog,
  ListDialog,
  ListManyDialog,
  SweepDialog,
  TransferDialog,
} from '@sluice/react/components'
import type { ReactNode } from 'react'
import type { TradeRequest } from './tradeRequest.ts'

/** The dialog of a wish. Loaded with the first one. */
export function WishDialog(props: {
  readonly wish: TradeRequest
  readonly common: {
    readonly chainId: number
    readonly open: boolean
    readonly onOpenChange: (open: boolean) => void
  }
}): ReactNode {
  const { wish, common } = props
  switch (wish.kind) {
    case 'buy':
      return <BuyDialog {...common} token={wish.token} orderId={wish.orderId} />
    case 'accept':
      return <AcceptOfferDialog {...common} items={wish.items} />
    case 'list': {
      const [first = ''] = wish.tokens
      if (wish.tokens.length > 1) return <ListManyDialog {...common} tokens={wish.tokens} />
      return <ListDialog {...common} token={first} />
    }
    case 'transfer':
      return <TransferDialog {...common} tokens={wish.tokens} />
    case 'offer':
      return <BidDialog {...common} target={wish.target} name={wish.name} />
    case 'sweep':
      return <SweepDialog {...common} collection={wish.collection} name={wish.name} />
    case 'edit':
      return <EditDialog {...common} orderId={wish.orderId} side={wish.side} name={wish.name} />
    case 'cancel':
      return <CancelDialog {...common} orderIds={wish.orderIds} side={wish.side} name={wish.name} />
    default:
      return wish satisfies never
  }
}
