import type { AttributeValues } from '@sluice/core'
import { useAttributes, useCollection, useTokens } from '@sluice/react'
import { Select } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { More } from '../parts/More.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { CardSkeletons, TokenCard } from '../parts/TokenCard.tsx'
import { Fact } from './HomePage.tsx'

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

/** A collection: its facts, and its works by price, number or attribute. */
export function CollectionPage({ id }: { readonly id: string }): ReactNode {
  const { chain } = useMarket()
  const [view, setView] = useState<'Works' | 'Activity'>('Works')
  const collection = useCollection({ id, chainId: chain.id })
  if (collection.isError) return <ReadFailed retry={() => void collection.refetch()} />
  if (collection.data === null)
    return <Message title="Unknown collection">Nobody has seen it on {chain.name} yet.</Message>
  const of = collection.data
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
          <Fact name="Works">{Number(of?.tokenCount ?? 0).toLocaleString('en')}</Fact>
          <Fact name="For sale">{Number(of?.onSaleCount ?? 0).toLocaleString('en')}</Fact>
          <Fact name="Owners">{Number(of?.ownerCount ?? 0).toLocaleString('en')}</Fact>
          {of?.royalties?.bps ? <Fact name="Royalty">{of.royalties.bps / 100} %</Fact> : null}
        </div>
      </header>
      <nav className="views" aria-label="View">
        {(['Works', 'Activity'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
            {name}
          </button>
        ))}
      </nav>
      {view === 'Works' ? (
        <Works id={id} />
      ) : (
        <section aria-label="Activity">
          <Activity collection={id} showToken />
        </section>
      )}
    </>
  )
}

type Filter = Readonly<Record<string, string>>

function Works({ id }: { readonly id: string }): ReactNode {
  const { chain } = useMarket()
  const [sort, setSort] = useState<Sort>('price-asc')
  const [forSale, setForSale] = useState(false)
  const [filter, setFilter] = useState<Filter>({})
  const attributes = useAttributes({ collection: id, chainId: chain.id })
  const tokens = useTokens({
    chainId: chain.id,
    collection: id,
    ...sortOf(sort),
    ...(Object.keys(filter).length === 0 ? {} : { attributes: filter }),
    limit: 24,
  })
  const shown = tokens.data?.filter(({ market }) => !forSale || market?.floorAsk?.price != null)
  return (
    <section aria-label="Works" className="works">
      <Filters all={attributes.data ?? []} value={filter} onChange={setFilter} />
      <div>
        <div className="toolbar">
          <label className="check">
            <input type="checkbox" checked={forSale} onChange={(event) => setForSale(event.target.checked)} />
            For sale
          </label>
          <Chosen value={filter} onChange={setFilter} />
          <div className="toolbar-sort">
            <Select bare label="Sort" value={sort} options={sorts} onChange={setSort} />
          </div>
        </div>
        {tokens.isError ? (
          <ReadFailed retry={() => void tokens.refetch()} />
        ) : shown === undefined ? (
          <CardSkeletons />
        ) : shown.length === 0 && !tokens.hasNextPage ? (
          <Message
            title="Nothing matches"
            action={{
              label: 'Clear filters',
              act: () => {
                setFilter({})
                setForSale(false)
              },
            }}
          >
            No work of this collection fits the filters.
          </Message>
        ) : (
          <>
            <ul className="grid" aria-busy={tokens.isPlaceholderData}>
              {shown.map(({ token, market }) => (
                <TokenCard
                  key={token.tokenId}
                  token={{ ...token, image: token.imageSmall ?? token.image }}
                  price={market?.floorAsk?.price}
                />
              ))}
            </ul>
            <More list={tokens} auto />
          </>
        )}
      </div>
    </section>
  )
}

type FilterProps = { readonly value: Filter; readonly onChange: (filter: Filter) => void }

function without(filter: Filter, key: string): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key))
}

function Filters(props: FilterProps & { readonly all: readonly AttributeValues[] }): ReactNode {
  const { all, value, onChange } = props
  if (all.length === 0) return <aside className="filters" />
  return (
    <aside className="filters" aria-label="Attributes">
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
