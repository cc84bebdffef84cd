import { useCart, useKit } from '@sluice/react'
import type { ReactNode } from 'react'
import { useMarket } from '../market.tsx'

/** Puts a token's cheapest listing into the cart, or takes it out. */
export function CartToggle(props: {
  readonly token: string
  readonly orderId?: `0x${string}` | undefined
}): ReactNode {
  const { chain } = useMarket()
  const { cart } = useKit().messages
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
      {inside ? cart.inCart : cart.add}
    </button>
  )
}
