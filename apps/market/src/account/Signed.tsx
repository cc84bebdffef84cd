import { Journal } from '@sluice/react/components'
import type { ReactNode } from 'react'

/** What the visitor signed, in a part of its own: an account's page is drawn without what edits and cancels. */
export function Signed({ chainId }: { readonly chainId: number }): ReactNode {
  return <Journal chainId={chainId} />
}
