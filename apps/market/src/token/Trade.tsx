import type { Token } from '@sluice/core'
import { useKit, useOffers, useOpenOrders } from '@sluice/react'
import { Button, OrderNotes, Sentence, When } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import type { AuctionState } from '../auctions/useVerifiedAuction.ts'
import { cardName } from '../grid/TokenCard.tsx'
import { CartToggle } from '../header/CartToggle.tsx'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { endOf } from '../parts/endOf.ts'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { OrderAmount } from '../prices/OrderAmount.tsx'
import { reads } from '../reads.ts'
import { useHolds } from './useHolds.ts'
import { useReserved } from './useReserved.ts'

const AuctionPanel = lazyPart(async () => (await import('../auctions/AuctionPanel.tsx')).AuctionPanel, {
  kind: 'part',
})

/** The price of a token and what the visitor can do with it. */
export function Trade({ of, tokenRef }: { readonly of: Token; readonly tokenRef: string }): ReactNode {
  const { account } = useKit()
  const { chain } = useMarket()
  const { token: said, common } = useMessages()
  const { messages: kit } = useKit()
  const ask = of.market?.floorAsk
  const holds = useHolds(tokenRef)
  const trade = useTrade()
  const offers = useOffers(reads.orders(chain.id, tokenRef))
  const top = of.market?.topBid
  // Owners cannot sell to themselves: they see and accept the best offer of another account.
  const best = holds && top?.maker === account ? offers.data?.find(({ maker }) => maker !== account) : top
  const bestEnd = best == null ? undefined : endOf(best)
  const auction = of.market?.auction
  // An auction counts only after the panel has verified it on chain.
  const [auctionState, setAuctionState] = useState<AuctionState>()
  const isForAll = ask?.price != null && ask.maker !== account
  const [reserved] = useReserved(tokenRef)
  // A listing for everyone comes before one for the visitor alone, which is also among the listings.
  const forVisitor = isForAll ? undefined : reserved
  const buyable = isForAll || forVisitor !== undefined
  // The owner of one unit may want another.
  const several = of.token.kind === 'erc1155'
  const name = cardName(of.token)
  const own = useOpenOrders('listing', reads.orders(chain.id, tokenRef)).data
  const listed = own?.find(({ maker, status }) => maker === account && status === 'active')
  // The owner of the only unit edits or cancels its listing: a second listing would leave the first price valid.
  const listedId =
    several || !holds ? undefined : (listed?.id ?? (ask?.maker === account ? ask?.id : undefined))
  // A listing for one account is no price for others, but the owner and that account see it.
  const shown = ask?.price != null ? ask : (forVisitor ?? (holds ? listed : undefined))
  const buy = buyable ? (
    <Button key="buy" onClick={() => trade({ kind: 'buy', token: tokenRef, orderId: forVisitor?.id })}>
      {kit.buy.action}
    </Button>
  ) : null
  const list = (kind: 'primary' | 'secondary') => (
    <Button key="list" kind={kind} onClick={() => trade({ kind: 'list', tokens: [tokenRef] })}>
      {kit.list.action}
    </Button>
  )
  const offer = (kind: 'primary' | 'secondary') => (
    <Button
      key="offer"
      kind={kind}
      onClick={() => trade({ kind: 'offer', target: { token: tokenRef }, name })}
    >
      {kit.offer.action}
    </Button>
  )
  // After an auction has ended, its best offer waits for the owner.
  const awaited = holds && auctionState === 'ended' ? (auction?.bestOffer ?? undefined) : undefined
  const accept = (kind: 'primary' | 'secondary') => (
    <Button
      key="accept"
      kind={kind}
      onClick={() =>
        trade({ kind: 'accept', items: [{ token: tokenRef, orderId: awaited?.id ?? undefined }] })
      }
    >
      {said.acceptBest}
    </Button>
  )
  const mayOffer = !holds || several
  const notable = forVisitor ?? (holds ? listed : undefined)
  const change =
    listedId == null ? null : (
      <Button key="change" onClick={() => trade({ kind: 'edit', side: 'listing', orderId: listedId, name })}>
        {kit.edit.confirm.listing}
      </Button>
    )
  return (
    <section className="trade" aria-label={said.trade}>
      {/* On a phone it stays at the bottom of the screen. */}
      <div className="trade-main">
        <div className="trade-price">
          {shown?.price == null ? (
            auctionState === undefined && <span className="fact-name">{common.notForSale}</span>
          ) : (
            <>
              <span className="fact-name">{said.price}</span>
              <strong>
                <OrderAmount chain={chain} of={shown} />
              </strong>
            </>
          )}
        </div>
        {awaited !== undefined
          ? accept('primary')
          : (buy ?? change ?? (holds ? list('primary') : offer('primary')))}
      </div>
      {auction == null ? null : <AuctionPanel of={auction} onState={setAuctionState} />}
      {best?.price == null || auctionState !== undefined ? null : (
        <p className="quiet">
          <Sentence
            of={bestEnd === undefined ? said.bestOffer : said.bestOfferEnds}
            parts={{
              price: <ProviderAmount chain={chain} of={best.price} />,
              time: bestEnd === undefined ? null : <When at={bestEnd} />,
            }}
          />
        </p>
      )}
      {listedId == null ? null : <p className="quiet">{said.listedAlready}</p>}
      {notable === undefined ? null : (
        <p className="row-notes">
          <OrderNotes of={notable} />
        </p>
      )}
      <div className="trade-buttons">
        {isForAll ? <CartToggle token={tokenRef} /> : null}
        {listedId == null ? null : (
          <Button
            kind="secondary"
            onClick={() => trade({ kind: 'cancel', side: 'listing', orderIds: [listedId], name })}
          >
            {kit.cancel.confirm.listing}
          </Button>
        )}
        {awaited === undefined ? null : change}
        {(buyable && holds) || change !== null || awaited !== undefined ? list('secondary') : null}
        {holds && best?.price != null && awaited === undefined ? accept('secondary') : null}
        {(buyable || holds) && mayOffer ? offer('secondary') : null}
        {holds && !several && auctionState !== 'running' ? (
          <Button kind="secondary" onClick={() => trade({ kind: 'auction', token: tokenRef })}>
            {kit.auction.action}
          </Button>
        ) : null}
        {holds ? (
          <Button kind="quiet" onClick={() => trade({ kind: 'transfer', tokens: [tokenRef] })}>
            {kit.transfer.action}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
