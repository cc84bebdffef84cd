import type { Auction } from '@sluice/core'
import { moneyOf, useKit } from '@sluice/react'
import { Button, Price, When } from '@sluice/react/components'
import { type ReactNode, useEffect } from 'react'
import { Account } from '../header/Account.tsx'
import { useLocale, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Fact } from '../parts/Fact.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { auctionMessages } from './auctionMessages.ts'
import { type AuctionState, useVerifiedAuction } from './useVerifiedAuction.ts'

/**
 * What the owner of a token announced, and what is offered. Nothing is shown until the chain confirms that the owner
 * signed it. `onState` is called with what is known then, and with `undefined` when the panel goes.
 */
export function AuctionPanel(props: {
  readonly of: Auction
  readonly onState: (state: AuctionState | undefined) => void
}): ReactNode {
  const { of: auction, onState } = props
  const { contract, tokenId, seller, endsAt, bestOffer, nextOffer, offerCount } = auction
  const { account, messages } = useKit()
  const { chain } = useMarket()
  const { language, market } = useLocale().locale
  const said = auctionMessages[language]
  const number = useNumber()
  const trade = useTrade()
  const { state, now } = useVerifiedAuction(auction)
  useEffect(() => {
    onState(state)
    return () => onState(undefined)
  }, [state, onState])
  if (state === undefined) return null
  return (
    <section className="auction" aria-label={said.auction}>
      <div className="facts">
        <Fact name={state === 'running' ? said.ends : said.ended}>
          <TimeLeft until={endsAt} now={now} />
        </Fact>
        <Fact name={market.facts.bestOffer}>
          <ProviderAmount chain={chain} of={bestOffer?.price} />
        </Fact>
        {bestOffer?.maker == null ? null : (
          <Fact name={said.bidder}>
            <Account of={bestOffer.maker} />
          </Fact>
        )}
        {nextOffer == null || state === 'ended' ? null : (
          <Fact name={said.next}>
            <Price of={moneyOf(chain, nextOffer)} exact />
          </Fact>
        )}
        <Fact name={market.token.offers}>{number(offerCount ?? 0)}</Fact>
      </div>
      <p className="quiet">{said.bindsNobody}</p>
      {state === 'running' && account === seller ? (
        <Button
          kind="secondary"
          small
          onClick={() => trade({ kind: 'auction', token: `${contract}:${tokenId}`, withdraw: true })}
        >
          {messages.auction.withdrawal.action}
        </Button>
      ) : null}
    </section>
  )
}

/** How long from `now`: on the last day to the second, unless the visitor wants little to move. Unix seconds. */
function TimeLeft({ until, now }: { readonly until: number; readonly now: number }): ReactNode {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const left = until - now
  if (calm || left <= 0 || left >= 86_400) return <When at={until * 1_000} />
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    <span role="timer" dir="ltr">
      {Math.floor(left / 3_600)}:{two(Math.floor(left / 60) % 60)}:{two(left % 60)}
    </span>
  )
}
