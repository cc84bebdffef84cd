import type { Token } from '@sluice/core'
import { useAttributes, useCollection, useKit, useLive, useTokens } from '@sluice/react'
import { Button, formatBps } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { DepthChart } from '../charts/DepthChart.tsx'
import { SalesChart } from '../charts/SalesChart.tsx'
import { everything, type Filtering, sorts } from '../filtering.ts'
import { CartToggle } from '../header/CartToggle.tsx'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Fact } from '../parts/Fact.tsx'
import { Message, ReadFailed, useWayOut } from '../parts/Message.tsx'
import { ProviderAmount, Volume } from '../parts/ProviderAmount.tsx'
import { CardSkeletons, TokenCard } from '../parts/TokenCard.tsx'
import { TokenGrid } from '../parts/TokenGrid.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { Views } from '../parts/Views.tsx'
import { reads } from '../reads.ts'
import { useFiltering, useView } from '../useFiltering.ts'
import { useTitle } from '../useTitle.ts'
import { ChosenTraits, TraitFilters } from './TraitFilters.tsx'

const shownViews = ['works', 'market', 'activity'] as const

/** A collection: its facts, its works, its market and what happens in it. */
export function CollectionPage({ id }: { readonly id: string }): ReactNode {
  const { chain } = useMarket()
  const [view, setView] = useView(shownViews)
  const collection = useCollection(reads.collection(chain.id, id))
  useLive({ chainId: chain.id, collection: id, enabled: collection.isSuccess })
  useTitle(collection.data?.name ?? undefined)
  const trade = useTrade()
  const messages = useMessages()
  const { messages: kit } = useKit()
  const formatNumber = useNumber()
  const out = useWayOut()
  if (collection.isLoadingError) return <ReadFailed page retry={() => void collection.refetch()} />
  if (collection.data === null)
    return (
      <Message page title={messages.collection.unknownTitle} action={out}>
        {messages.collection.unknown(chain.name)}
      </Message>
    )
  const of = collection.data
  const name = of?.name ?? ''
  const unknown = <span className="none">—</span>
  const count = (found: string | number | null | undefined) =>
    of === undefined ? unknown : formatNumber(Number(found ?? 0))
  return (
    <>
      <header className="collection-head">
        {of === undefined ? (
          <h1 aria-busy="true">
            <span className="hidden">{messages.common.loading}</span>
            <span className="bar bar-title bar-short" />
          </h1>
        ) : (
          <h1>{of.name}</h1>
        )}
        {of?.description ? <p>{of.description}</p> : null}
        <div className="facts">
          <Fact name={messages.facts.floor}>
            <ProviderAmount chain={chain} of={of?.floorAsk?.price} />
          </Fact>
          <Fact name={messages.facts.bestOffer}>
            <ProviderAmount chain={chain} of={of?.topBid?.price} />
          </Fact>
          <Fact name={messages.facts.volume}>
            {of === undefined ? unknown : <Volume of={of.volume?.allTime ?? 0} />}
          </Fact>
          <Fact name={messages.facts.works}>{count(of?.tokenCount)}</Fact>
          <Fact name={messages.facts.forSale}>{count(of?.onSaleCount)}</Fact>
          <Fact name={messages.facts.owners}>{count(of?.ownerCount)}</Fact>
          {of?.royalties?.bps ? (
            <Fact name={messages.facts.royalty}>{formatBps(of.royalties.bps, messages.locale)}</Fact>
          ) : null}
        </div>
        <div className="head-actions">
          <Button kind="secondary" onClick={() => trade({ kind: 'offer', target: { collection: id }, name })}>
            {messages.collection.offerAny}
          </Button>
          <Button kind="secondary" onClick={() => trade({ kind: 'sweep', collection: id, name })}>
            {kit.sweep.action}
          </Button>
        </div>
      </header>
      <div className="viewed">
        <Views of={shownViews} value={view} onChange={setView} />
        {view === 'works' ? <Works id={id} name={name} /> : null}
        {view === 'market' ? (
          <div className="charts">
            <section aria-labelledby="sales">
              <h2 id="sales">{messages.charts.sales}</h2>
              <SalesChart collection={id} />
            </section>
            <section aria-labelledby="depth">
              <h2 id="depth">{messages.charts.depth}</h2>
              <DepthChart collection={id} />
            </section>
          </div>
        ) : null}
        {view === 'activity' ? (
          <section aria-label={messages.views.activity}>
            <Activity collection={id} showToken />
          </section>
        ) : null}
      </div>
    </>
  )
}

function Works({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { chain } = useMarket()
  const { account } = useKit()
  const trade = useTrade()
  const { facts, filters, collection, views } = useMessages()
  const [filtering, change] = useFiltering()
  const attributes = useAttributes(reads.attributes(chain.id, id))
  const tokens = useTokens(reads.works(chain.id, id, filtering))
  const only = Object.entries(filtering.traits)
  return (
    <section aria-label={views.works} className="works">
      <TraitFilters
        all={attributes.data ?? []}
        value={filtering.traits}
        onChange={(traits) => change({ traits })}
        before={<PriceRange value={filtering} onChange={change} symbol={chain.nativeSymbol} />}
      />
      <div>
        <div className="toolbar">
          <label className="check">
            <input
              type="checkbox"
              checked={filtering.forSale}
              onChange={(event) => change({ forSale: event.target.checked })}
            />
            {facts.forSale}
          </label>
          <ChosenTraits value={filtering.traits} onChange={(traits) => change({ traits })} />
          {only.length !== 1 ? null : (
            <Button
              kind="quiet"
              small
              onClick={() =>
                trade({
                  kind: 'offer',
                  target: {
                    collection: id,
                    attributeKey: only[0]?.[0] ?? '',
                    attributeValue: only[0]?.[1] ?? '',
                  },
                  name,
                })
              }
            >
              {collection.offerThese}
            </Button>
          )}
          <div className="toolbar-sort">
            <Choice
              label={filters.sort}
              value={filtering.sort}
              options={sorts.map((value) => ({ value, label: filters.sorts[value] }))}
              onChange={(sort) => change({ sort })}
            />
          </div>
        </div>
        {tokens.isLoadingError ? (
          <ReadFailed retry={() => void tokens.refetch()} />
        ) : tokens.data === undefined ? (
          <CardSkeletons />
        ) : tokens.data.length === 0 ? (
          <Message
            title={filters.noneTitle}
            action={{ label: filters.clear, act: () => change({ ...everything, sort: filtering.sort }) }}
          >
            {filters.none}
          </Message>
        ) : (
          <TokenGrid
            of={tokens.data}
            keyOf={({ token }) => token.tokenId}
            pages={tokens}
            extra={24}
            card={(item, first) => <Work of={item} account={account} first={first} />}
          />
        )}
      </div>
    </section>
  )
}

function Work(props: {
  readonly of: Token
  readonly account: string | undefined
  readonly first: boolean
}): ReactNode {
  const { of, account, first } = props
  const { token, market } = of
  const ask = market?.floorAsk
  const buyable = ask?.price != null && ask.maker !== account
  return (
    <>
      <TokenCard
        token={{ ...token, image: token.imageSmall ?? token.image }}
        price={ask?.price}
        eager={first}
      />
      {buyable ? <CartToggle token={`${token.contract}:${token.tokenId}`} /> : null}
    </>
  )
}

type Bounds = Pick<Filtering, 'low' | 'high'>

function PriceRange(props: {
  readonly value: Bounds
  readonly onChange: (change: Partial<Bounds>) => void
  readonly symbol: string
}): ReactNode {
  const { value, onChange, symbol } = props
  const { filters } = useMessages()
  const field = (key: keyof Bounds, label: string, name: string) => (
    <input
      inputMode="decimal"
      autoComplete="off"
      placeholder={label}
      aria-label={name}
      value={value[key]}
      onChange={(event) => onChange({ [key]: event.target.value })}
    />
  )
  return (
    <fieldset className="range">
      <legend>{filters.price(symbol)}</legend>
      {field('low', filters.from, filters.fromIn(symbol))}
      {field('high', filters.to, filters.toIn(symbol))}
    </fieldset>
  )
}
