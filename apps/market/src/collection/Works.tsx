import type { Token } from '@sluice/core'
import { useAttributes, useKit, useTokens } from '@sluice/react'
import { Button } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { everything, sorts } from '../filtering.ts'
import { CartToggle } from '../header/CartToggle.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { CardSkeletons, TokenCard } from '../parts/TokenCard.tsx'
import { TokenGrid } from '../parts/TokenGrid.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { reads } from '../reads.ts'
import { useFiltering } from '../useFiltering.ts'
import { FilterColumn, FilterSheet } from './Filters.tsx'
import { ChosenTraits } from './TraitFilters.tsx'

/** The works of a collection, filtered and sorted as the address says. */
export function Works({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
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
        <div id="works" tabIndex={-1}>
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
