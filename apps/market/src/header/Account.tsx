import { Address } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** An account by its address, and the way to what it holds. */
export function Account({ of }: { readonly of: string }): ReactNode {
  return (
    <Link href={`/account/${of}`} className="account-name">
      <Address of={of} />
    </Link>
  )
}
