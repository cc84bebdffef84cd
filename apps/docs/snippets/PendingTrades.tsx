import { PendingTrades } from '@sluice/react/components'

/** In the head of every page: trades in progress stay in view when their dialogs are closed. */
export const Head = () => (
  <header>
    <a href="/">Shop</a>
    <PendingTrades
      next={{
        onViewToken: (token) => {
          location.href = `/token/${token}`
        },
      }}
    />
  </header>
)
