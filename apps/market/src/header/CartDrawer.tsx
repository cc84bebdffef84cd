import { Cart, type CartProps } from '@sluice/react/components'
import type { ReactNode } from 'react'

/** The cart's dialog, in a separate file that is loaded when it is first opened. */
export function CartDrawer(props: CartProps): ReactNode {
  return <Cart {...props} />
}
