import { useKit } from '@sluice/react'
import { Address } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useNameOf } from '../account/useNameOf.ts'

/** An account by its name, or its address if it has none, with a link to what it holds. */
export function Account({ of }: { readonly of: string }): ReactNode {
  const { account } = useKit()
  const address = of.toLowerCase()
  const name = useNameOf(address)
  return (
    <Link href={`/account/${of}`} className="account-name">
      {name === undefined || address === account ? <Address of={of} /> : <bdi title={of}>{name}</bdi>}
    </Link>
  )
}
