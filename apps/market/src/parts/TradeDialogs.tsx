import type { BidTarget, SaleItem } from '@sluice/react'
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
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useMarket } from '../market.tsx'

type OrderId = `0x${string}`

/** What a visitor wants to do. Tokens are `contract:tokenId`. */
export type Wish =
  | { readonly kind: 'buy'; readonly token: string; readonly orderId?: OrderId }
  | { readonly kind: 'accept'; readonly items: readonly SaleItem[] }
  | { readonly kind: 'list' | 'transfer'; readonly tokens: readonly string[] }
  | { readonly kind: 'offer'; readonly target: BidTarget; readonly name: string }
  | { readonly kind: 'sweep'; readonly collection: string; readonly name: string }
  | {
      readonly kind: 'edit'
      readonly orderId: OrderId
      readonly side: 'listing' | 'offer'
      readonly name: string
    }
  | {
      readonly kind: 'cancel'
      readonly orderIds: readonly OrderId[] | 'all'
      readonly side: 'listing' | 'offer'
      readonly name?: string
    }

const TradeContext = createContext<(wish: Wish) => void>(() => {})

/** Opens the dialog for a wish. */
export const useTrade = (): ((wish: Wish) => void) => useContext(TradeContext)

/**
 * The page's trading dialogs. They stand beside the page and not in its lists: a row that disappears because
 * it was bought must not take its dialog along.
 */
export function TradeDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const { chain } = useMarket()
  const [wish, setWish] = useState<Wish>()
  const common = {
    chainId: chain.id,
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) setWish(undefined)
    },
  }
  return (
    <TradeContext.Provider value={setWish}>
      {children}
      {wish === undefined ? null : <WishDialog wish={wish} common={common} />}
    </TradeContext.Provider>
  )
}

function WishDialog(props: {
  readonly wish: Wish
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
