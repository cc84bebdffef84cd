import type { Collection, Price } from '@sluice/core'
import { moneyOf, useKit } from '@sluice/react'
import { Button, EnforcedRoyalty, formatBps, shortAddress, TokenPicture } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Fact } from '../parts/Fact.tsx'
import { ProviderAmount, Volume } from '../parts/ProviderAmount.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { isCoin } from '../prices/isCoin.ts'
import { useOverflow } from '../useOverflow.ts'

/** Cover, name, facts and actions of a collection. `of` is `undefined` until it is loaded. */
export function CollectionHead({
  id,
  of,
}: {
  readonly id: string
  readonly of: Collection | undefined
}): ReactNode {
  const trade = useTrade()
  const { chain } = useMarket()
  const messages = useMessages()
  const { messages: kit } = useKit()
  const name = of?.name ?? ''
  return (
    <header className="collection-head">
      <Cover of={of} />
      <div className="collection-title">
        <span className="collection-avatar">
          {of === undefined ? null : <TokenPicture image={of.image ?? of.sampleImages?.[0]} alt="" eager />}
        </span>
        {of === undefined ? (
          <h1 aria-busy="true">
            <span className="hidden">{messages.common.loading}</span>
            <span className="bar bar-name" />
          </h1>
        ) : (
          <h1>{of.name}</h1>
        )}
        <div className="head-actions">
          {of?.isMinting ? (
            <Button onClick={() => trade({ kind: 'collect', collection: id, name })}>
              {kit.collect.mint}
            </Button>
          ) : null}
          <Button kind="secondary" onClick={() => trade({ kind: 'offer', target: { collection: id }, name })}>
            {messages.collection.offerAny}
          </Button>
          <Button kind="secondary" onClick={() => trade({ kind: 'sweep', collection: id, name })}>
            {kit.sweep.action}
          </Button>
        </div>
      </div>
      <Description of={of} />
      <EnforcedRoyalty collection={of?.id} chainId={chain.id} />
      <CollectionFacts of={of} />
    </header>
  )
}

/** The collection's banner, or some of its works side by side if it has none. */
function Cover({ of }: { readonly of: Collection | undefined }): ReactNode {
  const banner = of?.banner ?? undefined
  const works = banner === undefined ? [...new Set(of?.sampleImages ?? [])].slice(0, 6) : [banner]
  return (
    <div className="collection-cover" data-banner={banner !== undefined} aria-hidden="true">
      {works.map((image) => (
        <TokenPicture key={image} image={image} alt="" eager />
      ))}
    </div>
  )
}

/** The width that a description has without the button, which would take away the room that it is shown for. */
const lineWidth = ({ parentElement, clientWidth }: HTMLElement): number =>
  parentElement?.clientWidth ?? clientWidth

/** One line of the description, and all of it after a click; chain and address if there is none. */
function Description({ of }: { readonly of: Collection | undefined }): ReactNode {
  const { chain } = useMarket()
  const { common } = useMessages()
  const { row, more } = useOverflow<HTMLSpanElement>(lineWidth)
  const [whole, setWhole] = useState(false)
  const text = of === undefined ? '' : of.description || `${chain.name} · ${shortAddress(of.id)}`
  return (
    <p className="collection-description" data-whole={whole}>
      <span ref={row} dir="auto">
        {text}
      </span>
      {whole || more === '' ? null : (
        <button type="button" className="text-button" onClick={() => setWhole(true)}>
          {common.more}
        </button>
      )}
    </p>
  )
}

function CollectionFacts({ of }: { readonly of: Collection | undefined }): ReactNode {
  const { chain } = useMarket()
  const { facts, locale } = useMessages()
  const formatNumber = useNumber()
  const unknown = <span className="none">—</span>
  const count = (found: string | number | null | undefined) =>
    of === undefined ? unknown : formatNumber(Number(found ?? 0))
  // Prices in other currencies than the coin are compared with none, so that one of them may be better.
  const hasOthers = chain.paymentTokens.some(({ address }) => !isCoin(chain, address))
  const priced = (fact: string, price: Price | null | undefined) =>
    price == null || !hasOthers ? fact : facts.inCurrency(fact, moneyOf(chain, price).symbol)
  return (
    <div className="facts">
      <Fact name={priced(facts.floor, of?.floorAsk?.price)}>
        <ProviderAmount chain={chain} of={of?.floorAsk?.price} />
      </Fact>
      <Fact name={priced(facts.bestOffer, of?.topBid?.price)}>
        <ProviderAmount chain={chain} of={of?.topBid?.price} />
      </Fact>
      <Fact name={facts.volume}>{of === undefined ? unknown : <Volume of={of.volume?.allTime ?? 0} />}</Fact>
      <Fact name={facts.works}>{count(of?.tokenCount)}</Fact>
      <Fact name={facts.forSale}>{count(of?.onSaleCount)}</Fact>
      <Fact name={facts.owners}>{count(of?.ownerCount)}</Fact>
      <Fact name={facts.royalty}>
        {of === undefined ? unknown : formatBps(of.royalties?.bps ?? 0, locale)}
      </Fact>
    </div>
  )
}
