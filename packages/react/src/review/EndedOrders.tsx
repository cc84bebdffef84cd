import type { AssetDelta, ReviewCard as Card, Chain, Verdict } from '@sluice/core'
import { Fragment, type ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { shortAddress } from '../kit/addresses.ts'
import { assetName, isMoney, isNft, TokenOrigin } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { Price } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'

type Ended = NonNullable<Card['ends']>

/** What nobody can fill any more: each order in a sentence, or all orders of the exchanges whose counter is raised. */
export function EndedOrders(props: {
  readonly of: Ended
  readonly items: Verdict['items']
  readonly chain: Chain
  readonly names: TokenNames | undefined
}): ReactNode {
  const messages = useMessages()
  const { of, items, chain, names } = props
  const { endsAll, othersStay } = messages.review
  if (of === 'all')
    return (
      <>
        {exchangesOf(items, chain).map((exchange) => (
          <div key={exchange} className="sluice-ended">
            {endsAll(exchange)}
          </div>
        ))}
        <small>{othersStay}</small>
      </>
    )
  return of.map(({ order, terms }) => (
    <div key={order} className="sluice-ended">
      {terms === undefined ? (
        // Only the id is signed: what the page calls it, and what there is to compare.
        `${names?.get(order) ?? ''} ${shortAddress(order)}`
      ) : (
        <EndedOrder of={terms} chain={chain} names={names} />
      )}
    </div>
  ))
}

/** The exchanges all of whose orders end; on a blocked card none is known. */
function exchangesOf(items: Verdict['items'], { seaport }: Chain): readonly string[] {
  const found = items.flatMap((item) => {
    if (item.kind !== 'transaction' || item.effects.ends !== 'all') return []
    const { to } = item.call
    const [version] = Object.entries(seaport).find(([, address]) => address?.toLowerCase() === to) ?? []
    return [version === undefined ? 'Seaport' : `Seaport ${version}`]
  })
  return found.length === 0 ? ['Seaport'] : [...new Set(found)]
}

function EndedOrder(props: {
  readonly of: { readonly gives: readonly AssetDelta[]; readonly asks: readonly AssetDelta[] }
  readonly chain: Chain
  readonly names: TokenNames | undefined
}): ReactNode {
  const messages = useMessages()
  const { of: terms, chain, names } = props
  const { gives, asks } = terms
  const side = gives.some(isNft) ? 'listing' : 'offer'
  const [tokens, money] = side === 'listing' ? [gives, asks] : [asks, gives]
  const list = (assets: readonly AssetDelta[]) =>
    assets.map((asset, index) => (
      <Fragment key={`${asset.contract}:${asset.tokenId}`}>
        {index > 0 ? ' + ' : null}
        {isMoney(asset) ? (
          <Price of={moneyIn(chain, asset.contract, asset.amount)} exact />
        ) : (
          assetName(asset, names, messages)
        )}
      </Fragment>
    ))
  return (
    <>
      <Sentence of={messages.review.ended[side]} parts={{ token: list(tokens), price: list(money) }} />
      {[...gives, ...asks].filter(isNft).map((asset) => (
        <Fragment key={`${asset.contract}:${asset.tokenId}`}>
          {' '}
          <TokenOrigin of={asset} names={names} />
        </Fragment>
      ))}
    </>
  )
}
