import { Journal } from '@sluice/react/components'
import type { ReactNode } from 'react'

/** The visitor's signed orders, in a separate file: an account's page needs no code that edits and cancels. */
export function Signed({ chainId }: { readonly chainId: number }): ReactNode {
  return <Journal chainId={chainId} />
}
