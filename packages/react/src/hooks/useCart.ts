'use client'

import { useMemo, useSyncExternalStore } from 'react'
import type { CartItem } from '../kit/cart.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

const none: readonly CartItem[] = []

/** The cart of this kit: its entries, and what can be done with them. */
export function useCart() {
  const { cart } = useKit()
  const items = useSyncExternalStore(cart.subscribe, cart.get, () => none)
  return useMemo(
    () => ({
      items,
      /** Whether a token, or one listing of it, is in the cart. */
      has: (item: Pick<CartItem, 'chainId' | 'token' | 'orderId'>) =>
        items.some(
          ({ chainId, token, orderId }) =>
            chainId === item.chainId && token === item.token.toLowerCase() && orderId === item.orderId,
        ),
      add: (item: Omit<CartItem, 'quantity'> & { readonly quantity?: number }) =>
        cart.add({ ...item, token: item.token.toLowerCase(), quantity: item.quantity ?? 1 }),
      remove: cart.remove,
      clear: cart.clear,
    }),
    [items, cart],
  )
}
