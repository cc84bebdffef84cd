import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { useMarket } from '../market.tsx'
import type { TradeRequest } from './tradeRequest.ts'

const WishDialog = lazy(async () => ({ default: (await import('./WishDialog.tsx')).WishDialog }))

const TradeContext = createContext<(wish: TradeRequest) => void>(() => {})

/** Opens the dialog for a wish. */
export const useTrade = (): ((wish: TradeRequest) => void) => useContext(TradeContext)

/**
 * The page's trading dialogs. They stand beside the page and not in its lists: a row that disappears because
 * it was bought must not take its dialog along.
 */
export function TradeDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const { chain } = useMarket()
  const [wish, setWish] = useState<TradeRequest>()
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
