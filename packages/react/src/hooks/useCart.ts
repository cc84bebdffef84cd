'use client'

import { useMemo, useSyncExternalStore } from 'react'
import type { CartItem } from '../kit/cart.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

const none: readonly CartItem[] = []

/** What {@link useCart} returns. */
export type CartResult = {
  /** The entries of the cart. */
  readonly items: readonly CartItem[]
  /** Whether a token, or one listing of it, is in the cart. */
  readonly has: (item: Pick<CartItem, 'chainId' | 'token' | 'orderId'>) => boolean
  /** Adds an entry, one unit by default; the quantity of one that is there already is replaced. */
  readonly add: (item: Omit<CartItem, 'quantity'> & { readonly quantity?: number }) => void
  /** Removes entries. */
  readonly remove: (items: readonly CartItem[]) => void
  /** Removes every entry. */
  readonly clear: () => void
}

/**
 * The cart of this kit, and what can be done with it.
 *
 * @example
 * const { items, add } = useCart()
 * return <button onClick={() => add({ chainId: 1, token })}>Add to cart ({items.length})</button>
 */
export function useCart(): CartResult {
  const { cart } = useKit()
  const items = useSyncExternalStore(cart.subscribe, cart.get, () => none)
  return useMemo(
    () => ({
      items,
      has: (item) =>
        items.some(
          ({ chainId, token, orderId }) =>
            chainId === item.chainId && token === item.token.toLowerCase() && orderId === item.orderId,
        ),
      add: (item) => cart.add({ ...item, token: item.token.toLowerCase(), quantity: item.quantity ?? 1 }),
      remove: cart.remove,
      clear: cart.clear,
    }),
    [items, cart],
  )
}
