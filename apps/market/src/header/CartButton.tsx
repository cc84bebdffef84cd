import { useCart } from '@sluice/react'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { useGoTo } from './useGoTo.ts'

const CartDrawer = lazyPart(async () => (await import('./CartDrawer.tsx')).CartDrawer, {
  kind: 'floating',
  isOpen: ({ open }) => open === true,
  close: ({ onOpenChange }) => onOpenChange?.(false),
})

/** The number of tokens in the cart, and the cart's dialog, which is loaded when it is first opened. */
export function CartButton(): ReactNode {
  const { chain } = useMarket()
  const { items } = useCart()
  const [open, setOpen] = useState<boolean>()
  const goTo = useGoTo()
  const { head } = useMessages()
  const count = items.length
  return (
    <>
      <button
        type="button"
        className="icon-button cart-button"
        aria-label={head.cart(count)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4.5 6.5h11l-.8 10h-9.4zM7.2 8.7V5.4a2.8 2.8 0 0 1 5.6 0v3.3" />
        </svg>
        {count === 0 ? null : <span className="count cart-count">{count}</span>}
      </button>
      {open === undefined ? null : (
        <CartDrawer
          chainId={chain.id}
          open={open}
          onOpenChange={setOpen}
          next={{
            onViewToken: (token, chainId) => goTo(chainId, `/${token.replace(':', '/')}`),
            onViewTokens: (chainId) => goTo(chainId, '/account'),
          }}
        />
      )}
    </>
  )
}
