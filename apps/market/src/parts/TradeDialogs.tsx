import type { BidTarget, SaleItem } from '@sluice/react'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
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

const WishDialog = lazy(async () => ({ default: (await import('./WishDialog.tsx')).WishDialog }))

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
      <Suspense>{wish === undefined ? null : <WishDialog wish={wish} common={common} />}</Suspense>
    </TradeContext.Provider>
  )
}
