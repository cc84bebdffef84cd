import type { Activity } from '@sluice/core'
import { useActivity } from '@sluice/react'
import { Address } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMarket } from '../market.tsx'
import { Ago } from './Ago.tsx'
import { Message, ReadFailed } from './Message.tsx'
import { More } from './More.tsx'
import { ProviderAmount } from './ProviderAmount.tsx'

const names: Readonly<Record<string, string>> = {
  sale: 'Sale',
  ask: 'Listed',
  bid: 'Offer',
  mint: 'Minted',
  transfer: 'Transfer',
  ask_cancel: 'Listing cancelled',
  bid_cancel: 'Offer cancelled',
}

type Scope = { readonly token: string } | { readonly collection: string } | { readonly user: string }

/** What happened, newest first. */
export function ActivityTable(props: { readonly of: Scope; readonly showToken?: boolean }): ReactNode {
  const { of, showToken = false } = props
  const { chain } = useMarket()
  const activity = useActivity({ ...of, chainId: chain.id, limit: 20 })
  if (activity.isPending) return <p className="quiet">Loading…</p>
  if (activity.isError) return <ReadFailed retry={() => void activity.refetch()} />
  if (activity.data.length === 0) return <Message title="Nothing happened yet" />
  return (
    <>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Event</th>
              {showToken ? <th scope="col">Token</th> : null}
              <th scope="col">Price</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {activity.data.map((entry, index) => (
              <Entry key={keyOf(entry, index)} entry={entry} showToken={showToken} />
            ))}
          </tbody>
        </table>
      </div>
      <More list={activity} />
    </>
  )
}

const keyOf = (entry: Activity, index: number) =>
  `${entry.txHash ?? entry.order?.id ?? ''}:${entry.type}:${entry.timestamp}:${index}`

function Entry({ entry, showToken }: { readonly entry: Activity; readonly showToken: boolean }): ReactNode {
  const { chain } = useMarket()
  const { type, price, fromAddress, toAddress, timestamp, token, contract } = entry
  return (
    <tr>
      <td>{names[type] ?? 'Other'}</td>
      {showToken ? (
        <td>
          {token?.tokenId == null || contract == null ? (
            (entry.collection?.collectionName ?? '—')
          ) : (
            <Link href={`/${contract}/${token.tokenId}`}>{token.tokenName ?? `#${token.tokenId}`}</Link>
          )}
        </td>
      ) : null}
      <td>
        <ProviderAmount chain={chain} of={price} />
      </td>
      <td>{fromAddress == null || /^0x0{40}$/.test(fromAddress) ? '—' : <Address of={fromAddress} />}</td>
      <td>{toAddress == null ? '—' : <Address of={toAddress} />}</td>
      <td>{timestamp == null ? '—' : <Ago seconds={timestamp} />}</td>
    </tr>
  )
}
