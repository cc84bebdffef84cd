import { useCart } from '@sluice/react'

export function InCart({ token }: { readonly token: string }) {
  const { items, has, add, remove } = useCart()
  const item = { chainId: 8453, token, quantity: 1 }
  return (
    <button type="button" onClick={() => (has(item) ? remove([item]) : add(item))}>
      {has(item) ? 'Take out' : `Put to the other ${items.length}`}
    </button>
  )
}
