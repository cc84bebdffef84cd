import { ActivityList, type ActivityListProps } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Account } from '../header/Account.tsx'
import { useMarket } from '../market.tsx'

/** What happened, newest first, with ways to the tokens where the page is not one token's own. */
export function Activity(
  props: Pick<ActivityListProps, 'token' | 'collection' | 'user' | 'limit'> & {
    readonly showToken?: boolean
  },
): ReactNode {
  const { chain } = useMarket()
  const { showToken = false, ...of } = props
  return (
    <ActivityList
      {...of}
      chainId={chain.id}
      accountLink={(account) => <Account of={account} />}
      tokenLink={
        showToken ? (token, name) => <Link href={`/${token.replace(':', '/')}`}>{name}</Link> : undefined
      }
    />
  )
}
