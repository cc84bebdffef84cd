import { useCart } from '@sluice/react'
import { Cart } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useMarket } from '../market.tsx'

/** How much is in the cart, and the cart. */
export function CartButton(): ReactNode {
  const { chain } = useMarket()
  const { items } = useCart()
  const count = items.length
  return (
    <Cart
      chainId={chain.id}
      trigger={
        <button
          type="button"
          className="icon-button cart-button"
          aria-label={count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4.5 6.5h11l-.8 10h-9.4zM7.2 8.7V5.4a2.8 2.8 0 0 1 5.6 0v3.3" />
          </svg>
          {count === 0 ? null : <span className="cart-count">{count}</span>}
        </button>
      }
    />
  )
}

/** Puts a token's cheapest listing into the cart, or takes it out. */
export function CartToggle(props: {
  readonly token: string
  readonly orderId?: `0x${string}` | undefined
}): ReactNode {
  const { chain } = useMarket()
  const { has, add, remove } = useCart()
  const item = { chainId: chain.id, token: props.token.toLowerCase(), orderId: props.orderId, quantity: 1 }
  const inside = has(item)
  return (
    <button
      type="button"
      className="cart-toggle"
      aria-pressed={inside}
      onClick={() => (inside ? remove([item]) : add(item))}
    >
      {inside ? 'In cart' : 'Add to cart'}
    </button>
  )
}
