'use client'

import { type Activity, chainOf, transactionUrl } from '@sluice/core'
import { type ReactNode, useRef } from 'react'
import { moneyOf } from '../flows/money.ts'
import { useActivity } from '../hooks/reads.ts'
import { accountOf } from '../kit/addresses.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ActivityKind } from '../locales/codes.ts'
import { TokenPicture } from '../media/TokenPicture.tsx'
import { Button } from '../primitives/Button.tsx'
import { Address } from '../values/Address.tsx'
import { Price } from '../values/Price.tsx'
import { When } from '../values/When.tsx'
import { ListPages } from './ListPages.tsx'
import { useHeldBack } from './useHeldBack.ts'

export type ActivityListProps = {
  /** `contract:tokenId`. The first that is given of token, collection and user decides what is listed. */
  readonly token?: string | undefined
  /** Contracts of the collections whose activity is listed. */
  readonly collection?: string | readonly string[] | undefined
  /** The account whose activity is listed. */
  readonly user?: string | undefined
  /** Only these kinds of activity. */
  readonly types?: readonly ActivityKind[] | undefined
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
  /** Rows of a page. */
  readonly limit?: number | undefined
  /** Shows the token of each row as a link of the page: given its `contract:tokenId` and name. */
  readonly tokenLink?: ((token: string, name: string) => ReactNode) | undefined
  /** Draws an account as a link of the page; an {@link Address} by default. */
  readonly accountLink?: ((account: string) => ReactNode) | undefined
}

/**
 * Sales, listings, offers and transfers, newest first. With {@link useLive} on the page, new entries are counted on a
 * button above the list and shown when it is pressed, so that no row moves while the user reads.
 *
 * @example
 * <ActivityList collection={collection} types={['sale']} limit={20} />
 */
export function ActivityList(props: ActivityListProps): ReactNode {
  const { messages, account } = useKit()
  const { tokenLink, accountLink, limit = 20, ...of } = props
  const read = useActivity({ ...of, limit })
  const entries = read.isPlaceholderData ? undefined : read.data
  const { shown, waiting, show } = useHeldBack(JSON.stringify(of), entries, account)
  const list = useRef<HTMLOListElement>(null)
  return (
    <ListPages of={read} className="sluice-activity" empty={messages.activity.empty}>
      {(previous) => (
        <>
          <div className="sluice-activity-waiting" role="status">
            {waiting === 0 ? null : (
              <Button
                kind="secondary"
                small
                onClick={() => {
                  show()
                  list.current?.focus({ preventScroll: true })
                }}
              >
                {messages.activity.waiting(waiting)}
              </Button>
            )}
          </div>
          <ol className="sluice-entries" aria-label={messages.activity.label} ref={list} tabIndex={-1}>
            {(entries === undefined ? previous : shown).map((entry, index) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state, and entries no id
                key={index}
                entry={entry}
                chainId={props.chainId}
                tokenLink={tokenLink}
                accountLink={accountLink}
              />
            ))}
          </ol>
        </>
      )}
    </ListPages>
  )
}

function Row(props: {
  readonly entry: Activity
  readonly chainId: number | undefined
  readonly tokenLink: ActivityListProps['tokenLink']
  readonly accountLink: ActivityListProps['accountLink']
}): ReactNode {
  const { client, messages } = useKit()
  const { entry, tokenLink, accountLink = (account) => <Address of={account} /> } = props
  const chain = chainOf(client, props.chainId)
  const kind = kindOf(entry, messages.activity.kinds)
  const { token } = entry
  const from = accountOf(entry.fromAddress)
  const to = accountOf(entry.toAddress)
  const units = movedUnits(entry)
  const ref = `${entry.contract ?? ''}:${token?.tokenId ?? ''}`
  const name = token?.tokenName || messages.common.unknownToken(token?.tokenId ?? '')
  return (
    <li className="sluice-activity-row">
      <span className="sluice-activity-kind">{kind}</span>
      {tokenLink === undefined ? null : (
        <span className="sluice-activity-token">
          {token?.tokenId == null ? (
            <span className="sluice-activity-whole">{entry.collection?.collectionName}</span>
          ) : (
            <>
              <TokenPicture image={token.tokenImage} alt="" tokenId={token.tokenId} />
              {tokenLink(ref, name)}
            </>
          )}
        </span>
      )}
      <span className="sluice-activity-price">
        {units === undefined ? null : `${messages.common.units(units)} `}
        {entry.price == null || entry.price.amount.raw === 0n ? null : (
          <Price of={moneyOf(chain, entry.price)} />
        )}
      </span>
      <span className="sluice-activity-party">
        {from === undefined ? null : accountLink(from)}
        {to === undefined ? null : (
          <>
            <span className="sluice-arrow" aria-hidden="true" />
            <span className="sluice-hidden">{messages.activity.to}</span>
            {accountLink(to)}
          </>
        )}
      </span>
      <span className="sluice-activity-time">
        {entry.timestamp == null ? null : (
          <When
            at={entry.timestamp * 1_000}
            href={entry.txHash == null ? undefined : transactionUrl(chain, entry.txHash)}
          />
        )}
      </span>
    </li>
  )
}

const kindOf = (entry: Activity, kinds: Readonly<Record<string, string>>): string => kinds[entry.type] ?? '—'

const moves: ReadonlySet<string> = new Set<ActivityKind>(['sale', 'mint', 'transfer'])

/** How many units changed hands, if they are several. The price of an entry is that of one. */
function movedUnits({ type, amount }: Activity): bigint | undefined {
  const units = amount ?? 1
  return moves.has(type) && Number.isSafeInteger(units) && units > 1 ? BigInt(units) : undefined
}
