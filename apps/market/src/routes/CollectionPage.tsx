import type { AttributeValues, Token } from '@sluice/core'
import { useAttributes, useCollection, useKit, useLive, useTokens } from '@sluice/react'
import { Button, Select } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { DepthChart } from '../charts/DepthChart.tsx'
import { SalesChart } from '../charts/SalesChart.tsx'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { CartToggle } from '../parts/CartToggle.tsx'
import { Fact } from '../parts/Fact.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { formatNumber } from '../parts/numbers.ts'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { CardSkeletons, TokenCard } from '../parts/TokenCard.tsx'
import { TokenGrid } from '../parts/TokenGrid.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { Views } from '../parts/Views.tsx'

const sorts = [
  { value: 'price-asc', label: 'Price: low to high' },
  { value: 'price-desc', label: 'Price: high to low' },
  { value: 'number', label: 'Number' },
] as const
type Sort = (typeof sorts)[number]['value']

const sortOf = (sort: Sort) =>
  sort === 'number'
    ? ({ sortBy: 'tokenId', sortDirection: 'asc' } as const)
    : ({ sortBy: 'floorAskPrice', sortDirection: sort === 'price-asc' ? 'asc' : 'desc' } as const)

/** A collection: its facts, its works, its market and what happens in it. */
export function CollectionPage({ id }: { readonly id: string }): ReactNode {
  const { chain } = useMarket()
  const [view, setView] = useState<'Works' | 'Market' | 'Activity'>('Works')
  const collection = useCollection({ id, chainId: chain.id })
  useLive({ chainId: chain.id, collection: id })
  const trade = useTrade()
  if (collection.isError) return <ReadFailed retry={() => void collection.refetch()} />
  if (collection.data === null)
    return <Message title="Unknown collection">Nobody has seen it on {chain.name} yet.</Message>
  const of = collection.data
  const name = of?.name ?? ''
  return (
    <>
      <header className="collection-head">
        <h1>{of?.name ?? '\u00a0'}</h1>
        {of?.description ? <p>{of.description}</p> : null}
        <div className="facts">
          <Fact name="Floor">
            <ProviderAmount chain={chain} of={of?.floorAsk?.price} />
          </Fact>
          <Fact name="Best offer">
            <ProviderAmount chain={chain} of={of?.topBid?.price} />
          </Fact>
          <Fact name="Volume">
            {formatNumber(of?.volume?.allTime ?? 0)} {chain.nativeSymbol}
          </Fact>
          <Fact name="Works">{formatNumber(Number(of?.tokenCount ?? 0))}</Fact>
          <Fact name="For sale">{formatNumber(Number(of?.onSaleCount ?? 0))}</Fact>
          <Fact name="Owners">{formatNumber(Number(of?.ownerCount ?? 0))}</Fact>
          {of?.royalties?.bps ? <Fact name="Royalty">{of.royalties.bps / 100} %</Fact> : null}
        </div>
        <div className="head-actions">
          <Button kind="secondary" onClick={() => trade({ kind: 'offer', target: { collection: id }, name })}>
            Offer for any work
          </Button>
          <Button kind="secondary" onClick={() => trade({ kind: 'sweep', collection: id, name })}>
            Buy several
          </Button>
        </div>
      </header>
      <Views of={['Works', 'Market', 'Activity']} value={view} onChange={setView} />
      {view === 'Works' ? <Works id={id} name={name} /> : null}
      {view === 'Market' ? (
        <div className="charts">
          <section aria-labelledby="sales">
            <h2 id="sales">Sales</h2>
            <SalesChart collection={id} />
          </section>
          <section aria-labelledby="depth">
            <h2 id="depth">Depth</h2>
            <DepthChart collection={id} />
          </section>
        </div>
      ) : null}
      {view === 'Activity' ? (
        <section aria-label="Activity">
          <Activity collection={id} showToken />
        </section>
      ) : null}
    </>
  )
}

type Filter = Readonly<Record<string, string>>

/** Typed bounds of a price, in whole native coins. */
type Bounds = { readonly low: string; readonly high: string }

const boundOf = (text: string): number | undefined =>
  /^\d*\.?\d+$/.test(text.trim()) ? Number(text) : undefined

function Works({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { chain } = useMarket()
  const { account } = useKit()
  const trade = useTrade()
  const [sort, setSort] = useState<Sort>('price-asc')
  const [forSale, setForSale] = useState(false)
  const [filter, setFilter] = useState<Filter>({})
  const [bounds, setBounds] = useState<Bounds>({ low: '', high: '' })
  const attributes = useAttributes({ collection: id, chainId: chain.id })
  const tokens = useTokens({
    chainId: chain.id,
    collection: id,
    ...sortOf(sort),
    ...(Object.keys(filter).length === 0 ? {} : { attributes: filter }),
    minFloorAskPrice: boundOf(bounds.low) ?? (forSale ? 0 : undefined),
    maxFloorAskPrice: boundOf(bounds.high),
    limit: 100,
  })
  const clear = () => {
    setFilter({})
    setForSale(false)
    setBounds({ low: '', high: '' })
  }
  const only = Object.entries(filter)
  return (
    <section aria-label="Works" className="works">
      <Filters
        all={attributes.data ?? []}
        value={filter}
        onChange={setFilter}
        before={<PriceRange value={bounds} onChange={setBounds} symbol={chain.nativeSymbol} />}
      />
      <div>
        <div className="toolbar">
          <label className="check">
            <input type="checkbox" checked={forSale} onChange={(event) => setForSale(event.target.checked)} />
            For sale
          </label>
          <Chosen value={filter} onChange={setFilter} />
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
              Offer for these
            </Button>
          )}
          <div className="toolbar-sort">
            <Select bare label="Sort" value={sort} options={sorts} onChange={setSort} />
          </div>
        </div>
        {tokens.isError ? (
          <ReadFailed retry={() => void tokens.refetch()} />
        ) : tokens.data === undefined ? (
          <CardSkeletons />
        ) : tokens.data.length === 0 ? (
          <Message title="Nothing matches" action={{ label: 'Clear filters', act: clear }}>
            No work of this collection fits the filters.
          </Message>
        ) : (
          <TokenGrid
            of={tokens.data}
            keyOf={({ token }) => token.tokenId}
            pages={tokens}
            extra={24}
            card={(item) => <Work of={item} account={account} />}
          />
        )}
      </div>
    </section>
  )
}

function Work({ of, account }: { readonly of: Token; readonly account: string | undefined }): ReactNode {
  const { token, market } = of
  const ask = market?.floorAsk
  const buyable = ask?.price != null && ask.maker !== account
  return (
    <>
      <TokenCard token={{ ...token, image: token.imageSmall ?? token.image }} price={ask?.price} />
      {buyable ? <CartToggle token={`${token.contract}:${token.tokenId}`} /> : null}
    </>
  )
}

function PriceRange(props: {
  readonly value: Bounds
  readonly onChange: (bounds: Bounds) => void
  readonly symbol: string
}): ReactNode {
  const { value, onChange, symbol } = props
  const field = (key: keyof Bounds, label: string) => (
    <input
      inputMode="decimal"
      autoComplete="off"
      placeholder={label}
      aria-label={`${label} price in ${symbol}`}
      value={value[key]}
      onChange={(event) => onChange({ ...value, [key]: event.target.value })}
    />
  )
  return (
    <fieldset className="range">
      <legend>Price in {symbol}</legend>
      {field('low', 'From')}
      {field('high', 'To')}
    </fieldset>
  )
}

type FilterProps = { readonly value: Filter; readonly onChange: (filter: Filter) => void }

function without(filter: Filter, key: string): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key))
}

function Filters(
  props: FilterProps & { readonly all: readonly AttributeValues[]; readonly before: ReactNode },
): ReactNode {
  const { all, value, onChange, before } = props
  return (
    <aside className="filters" aria-label="Filters">
      {before}
      {all.map(({ key, values }) => (
        <details key={key} open={value[key] !== undefined}>
          <summary>{key}</summary>
          <ul>
            {(values ?? []).map((option) => {
              const pressed = value[key] === option.value
              return (
                <li key={option.value}>
                  <button
                    type="button"
                    aria-pressed={pressed}
                    onClick={() =>
                      onChange(pressed ? without(value, key) : { ...value, [key]: option.value })
                    }
                  >
                    <span>{option.value}</span>
                    <small>{option.count}</small>
                  </button>
                </li>
              )
            })}
          </ul>
        </details>
      ))}
    </aside>
  )
}

function Chosen({ value, onChange }: FilterProps): ReactNode {
  return Object.entries(value).map(([key, chosen]) => (
    <button
      key={key}
      type="button"
      className="chip"
      aria-label={`Remove ${key}: ${chosen}`}
      onClick={() => onChange(without(value, key))}
    >
      {key}: {chosen} <span aria-hidden="true">×</span>
    </button>
  ))
}
