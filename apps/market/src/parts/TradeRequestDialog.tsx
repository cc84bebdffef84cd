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

/** The dialog of a request. Loaded with the first one. */
export function TradeRequestDialog(props: {
  readonly request: TradeRequest
  readonly next: NextSteps
  readonly common: {
    readonly chainId: number
    readonly open: boolean
    readonly onOpenChange: (open: boolean) => void
  }
}): ReactNode {
  const { request, common, next } = props
  const traded = { ...common, next }
  switch (request.kind) {
    case 'buy':
      return <BuyDialog {...traded} token={request.token} orderId={request.orderId} />
    case 'accept':
      return <AcceptOfferDialog {...traded} items={request.items} />
    case 'list': {
      const [first = ''] = request.tokens
      if (request.tokens.length > 1) return <ListManyDialog {...traded} tokens={request.tokens} />
      return <ListDialog {...traded} token={first} />
    }
    case 'transfer':
      return <TransferDialog {...traded} tokens={request.tokens} />
    case 'auction':
      return <AuctionDialog {...traded} token={request.token} withdraw={request.withdraw} />
    case 'offer':
      return <BidDialog {...traded} target={request.target} name={request.name} />
    case 'collect':
      return <CollectDialog {...traded} collection={request.collection} name={request.name} />
    case 'sweep':
      return (
        <SweepDialog
          {...traded}
          collection={request.collection}
          name={request.name}
          attributes={request.attributes}
        />
      )
    case 'edit':
      return <EditDialog {...traded} orderId={request.orderId} side={request.side} name={request.name} />
    case 'cancel':
      return <CancelDialog {...common} orderIds={request.orderIds} side={request.side} name={request.name} />
    default:
      return request satisfies never
  }
}
