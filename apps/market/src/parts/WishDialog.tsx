import {
  AcceptOfferDialog,
  AuctionDialog,
  BidDialog,
  BuyDialog,
  CancelDialog,
  CollectDialog,
  EditDialog,
  ListDialog,
  ListManyDialog,
  type NextSteps,
  SweepDialog,
  TransferDialog,
} from '@sluice/react/components'
import type { ReactNode } from 'react'
import type { TradeRequest } from './tradeRequest.ts'

/** The dialog of a wish. Loaded with the first one. */
export function WishDialog(props: {
  readonly wish: TradeRequest
  readonly next: NextSteps
  readonly common: {
    readonly chainId: number
    readonly open: boolean
    readonly onOpenChange: (open: boolean) => void
  }
}): ReactNode {
  const { wish, common, next } = props
  const traded = { ...common, next }
  switch (wish.kind) {
    case 'buy':
      return <BuyDialog {...traded} token={wish.token} orderId={wish.orderId} />
    case 'accept':
      return <AcceptOfferDialog {...traded} items={wish.items} />
    case 'list': {
      const [first = ''] = wish.tokens
      if (wish.tokens.length > 1) return <ListManyDialog {...traded} tokens={wish.tokens} />
      return <ListDialog {...traded} token={first} />
    }
    case 'transfer':
      return <TransferDialog {...traded} tokens={wish.tokens} />
    case 'auction':
      return <AuctionDialog {...traded} token={wish.token} withdraw={wish.withdraw} />
    case 'offer':
      return <BidDialog {...traded} target={wish.target} name={wish.name} />
    case 'collect':
      return <CollectDialog {...traded} collection={wish.collection} name={wish.name} />
    case 'sweep':
      return (
        <SweepDialog {...traded} collection={wish.collection} name={wish.name} attributes={wish.attributes} />
      )
    case 'edit':
      return <EditDialog {...traded} orderId={wish.orderId} side={wish.side} name={wish.name} />
    case 'cancel':
      return <CancelDialog {...common} orderIds={wish.orderIds} side={wish.side} name={wish.name} />
    default:
      return wish satisfies never
  }
}
