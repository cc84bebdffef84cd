import { useKit, useUserTokens } from '@sluice/react'
import { Button } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { CardSkeletons, TokenCard } from '../grid/TokenCard.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { More } from '../parts/More.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { reads } from '../reads.ts'
import { refOf, useReceived } from './useReceived.ts'

/** Maximum number of tokens that one transaction sells. */
const most = 10

/** Offers of others for the tokens of an account. Visitors sell their own from here, several at once. */
export function Received({ user, own }: { readonly user: string; readonly own: boolean }): ReactNode {
  const trade = useTrade()
  const { chain } = useMarket()
  const { messages: kit } = useKit()
  const { account: said, facts, views } = useMessages()
  const tokens = useUserTokens({ ...reads.held(chain.id, user), includeTopBid: true })
  const received = useReceived(user, tokens.data)
  const failed = [tokens, received].find(({ isLoadingError }) => isLoadingError)
  if (failed !== undefined) return <ReadFailed retry={() => void failed.refetch()} />
  const offered = received.data
  if (offered === undefined) return <CardSkeletons count={4} />
  // An offer for a collection is listed with each of its tokens, but may buy only one of them.
  const together = offered
    .filter(({ orderId }, index) => offered.findIndex((one) => one.orderId === orderId) === index)
    .slice(0, most)
  return (
    <section aria-label={views.offersReceived}>
      {own && together.length > 1 ? (
        <div className="toolbar">
          <Button
            kind="secondary"
            small
            onClick={() =>
              trade({
                kind: 'accept',
                items: together.map(({ item, orderId }) => ({ token: refOf(item), orderId })),
              })
            }
          >
            {said.acceptBestOf(together.length)}
          </Button>
        </div>
      ) : null}
      {offered.length === 0 ? <Message title={said.noOffersTitle}>{said.noOffers}</Message> : null}
      <ul className="grid">
        {offered.map(({ item, price }) => (
          <li key={refOf(item)} className="card">
            <TokenCard
              token={{ ...item.token, image: item.token.imageSmall ?? item.token.image }}
              collection={facts.bestOffer}
              order={{ price }}
            />
            {own ? (
              <Button
                kind="secondary"
                small
                wide
                onClick={() => trade({ kind: 'accept', items: [{ token: refOf(item) }] })}
              >
                {kit.accept.action}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <More list={tokens} />
    </section>
  )
}
