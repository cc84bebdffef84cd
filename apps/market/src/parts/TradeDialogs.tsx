import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMarket } from '../market.tsx'
import type { TradeRequest } from './tradeRequest.ts'
import { useNextSteps } from './useNextSteps.ts'

const TradeRequestDialog = lazyPart(
  async () => (await import('./TradeRequestDialog.tsx')).TradeRequestDialog,
  {
    kind: 'floating',
    isOpen: ({ common }) => common.open,
    close: ({ common }) => common.onOpenChange(false),
  },
)

const TradeContext = createContext<(request: TradeRequest) => void>(() => {})

/** Opens the dialog for a request. */
export const useTrade = (): ((request: TradeRequest) => void) => useContext(TradeContext)

/**
 * The page's trading dialogs. They are outside its lists: a row that disappears because its token was bought must not
 * close its dialog.
 */
export function TradeDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const { chain } = useMarket()
  const [{ request, count }, setRequest] = useState<{ request?: TradeRequest; count: number }>({ count: 0 })
  const [open, setOpen] = useState(false)
  const common = { chainId: chain.id, open, onOpenChange: setOpen }
  const trade = useCallback((next: TradeRequest) => {
    setRequest((last) => ({ request: next, count: last.count + 1 }))
    setOpen(true)
  }, [])
  const next = useNextSteps(trade)
  return (
    <TradeContext.Provider value={trade}>
      {children}
      {/* It stays mounted when it is closed, because it opens again once a wallet is connected. */}
      {request === undefined ? null : (
        <TradeRequestDialog key={count} request={request} next={next} common={common} />
      )}
    </TradeContext.Provider>
  )
}
