import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMarket } from '../market.tsx'
import type { TradeRequest } from './tradeRequest.ts'
import { useNextSteps } from './useNextSteps.ts'

const WishDialog = lazyPart(async () => (await import('./WishDialog.tsx')).WishDialog, {
  kind: 'floating',
  isOpen: ({ common }) => common.open,
  close: ({ common }) => common.onOpenChange(false),
})

const TradeContext = createContext<(wish: TradeRequest) => void>(() => {})

/** Opens the dialog for a wish. */
export const useTrade = (): ((wish: TradeRequest) => void) => useContext(TradeContext)

/**
 * The page's trading dialogs. They stand beside the page and not in its lists: a row that disappears because
 * it was bought must not take its dialog along.
 */
export function TradeDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const { chain } = useMarket()
  const [{ wish, count }, setWish] = useState<{ wish?: TradeRequest; count: number }>({ count: 0 })
  const [open, setOpen] = useState(false)
  const common = { chainId: chain.id, open, onOpenChange: setOpen }
  const trade = useCallback((next: TradeRequest) => {
    setWish((last) => ({ wish: next, count: last.count + 1 }))
    setOpen(true)
  }, [])
  const next = useNextSteps(trade)
  return (
    <TradeContext.Provider value={trade}>
      {children}
      {/* It stays when it is closed, for it opens again once a wallet is connected. */}
      {wish === undefined ? null : <WishDialog key={count} wish={wish} next={next} common={common} />}
    </TradeContext.Provider>
  )
}
