import { ActivityList, type ActivityListProps } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Account } from '../header/Account.tsx'
import { useMarket } from '../market.tsx'

/** The activity, newest first. It links to the tokens unless the page is about a single one. */
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
