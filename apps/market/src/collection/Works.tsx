import type { Token } from '@sluice/core'
import { useAttributes, useKit, useTokens } from '@sluice/react'
import { Button } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { everything, hasOtherCurrency, type Layout, layouts, type Sort, sorts } from '../filtering.ts'
import { CardSkeletons, TokenCard } from '../grid/TokenCard.tsx'
import { TokenGrid } from '../grid/TokenGrid.tsx'
import { CartToggle } from '../header/CartToggle.tsx'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { reads } from '../reads.ts'
import { useFiltering } from '../useFiltering.ts'
import { activeOf } from './activeOf.ts'
import { FilterColumn, FilterSheet } from './Filters.tsx'
import { ChosenTraits } from './TraitFilters.tsx'

const WorksTable = lazyPart(async () => (await import('./WorksTable.tsx')).WorksTable, {
  kind: 'part',
  waiting: <CardSkeletons />,
})

/** The works of a collection, filtered and sorted as the address says. */
export function Works({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { chain } = useMarket()
  const { account, messages: kit } = useKit()
  const trade = useTrade()
  const { account: held, facts, filters, collection, views } = useMessages()
  const [filtering, change] = useFiltering()
  const attributes = useAttributes(reads.attributes(chain.id, id))
  const tokens = useTokens(reads.works(chain.id, id, filtering))
  const chosen = Object.entries(filtering.traits).flatMap(([key, values]) =>
    values.map((of) => [key, of] as const),
  )
  const [only, ...others] = chosen
  const isFiltered = filtering.forSale || activeOf(filtering) > 0
  const isMixed = hasOtherCurrency(tokens.data ?? [], chain)
  const sortName = (sort: Sort): string =>
    isMixed && sort !== 'number'
      ? filters.coinFirst(filters.sorts[sort], chain.nativeSymbol)
      : filters.sorts[sort]
  return (
    <section aria-label={views.works} className="works">
      <FilterColumn all={attributes.data ?? []} value={filtering} onChange={change} />
      <div>
        <div className="toolbar">
          <FilterSheet all={attributes.data ?? []} value={filtering} onChange={change} />
          <label className="check">
            <input
              type="checkbox"
              checked={filtering.forSale}
              onChange={(event) => change({ forSale: event.target.checked })}
            />
            {facts.forSale}
          </label>
          <ChosenTraits value={filtering.traits} onChange={(traits) => change({ traits })} />
          {only === undefined ? null : (
            <Button
              kind="quiet"
              small
              onClick={() => trade({ kind: 'sweep', collection: id, name, attributes: filtering.traits })}
            >
              {kit.sweep.action}
            </Button>
          )}
          {only === undefined || others.length > 0 ? null : (
            <Button
              kind="quiet"
              small
              onClick={() =>
                trade({
                  kind: 'offer',
                  target: {
                    collection: id,
                    attributeKey: only[0],
                    attributeValue: only[1],
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
              options={sorts.map((value) => ({ value, label: sortName(value) }))}
              onChange={(sort) => change({ sort })}
            />
            <LayoutChoice value={filtering.layout} onChange={(layout) => change({ layout })} />
          </div>
        </div>
        <div id="works" tabIndex={-1}>
          {tokens.isLoadingError ? (
            <ReadFailed retry={() => void tokens.refetch()} />
          ) : tokens.data === undefined ? (
            <CardSkeletons />
          ) : tokens.data.length === 0 && !isFiltered ? (
            <Message title={held.emptyTitle} />
          ) : tokens.data.length === 0 ? (
            <Message
              title={filters.noneTitle}
              action={{
                label: filters.clear,
                act: () => change({ ...everything, sort: filtering.sort, layout: filtering.layout }),
              }}
            >
              {filters.none}
            </Message>
          ) : filtering.layout === 'table' ? (
            <WorksTable of={tokens.data} pages={tokens} />
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
      </div>
    </section>
  )
}

/** Cards or rows. */
function LayoutChoice(props: {
  readonly value: Layout
  readonly onChange: (layout: Layout) => void
}): ReactNode {
  const { filters } = useMessages()
  return (
    <fieldset className="layouts" aria-label={filters.layout}>
      {layouts.map((layout) => (
        <button
          key={layout}
          type="button"
          className="icon-button"
          aria-label={filters.layouts[layout]}
          aria-pressed={props.value === layout}
          onClick={() => props.onChange(layout)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={layoutSigns[layout]} />
          </svg>
        </button>
      ))}
    </fieldset>
  )
}

const layoutSigns: Readonly<Record<Layout, string>> = {
  grid: 'M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h5v5h-5z',
  table: 'M3 5h14M3 10h14M3 15h14',
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
        order={ask}
        auction={market?.auction}
        eager={first}
      />
      {buyable ? <CartToggle token={`${token.contract}:${token.tokenId}`} /> : null}
    </>
  )
}
