'use client'

import type { Chain, EndedOrder } from '@sluice/core'
import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Address } from './Address.tsx'
import { AssetAmount, type TokenNames } from './AssetAmount.tsx'

/** The orders that end, by what they would have moved; one of which only the id is signed, by what the page calls it. */
export function EndedOrders(props: {
  readonly of: readonly EndedOrder[] | 'all'
  readonly chain: Chain
  readonly names: TokenNames | undefined
}): ReactNode {
  const { words } = useKit()
  const { of, chain, names } = props
  if (of === 'all') return words.cancel.allWarning
  return (
    <ul>
      {of.map(({ order, terms }) => (
        <li key={order}>
          {terms === undefined ? (
            <>
              {names?.get(order)}
              <small>
                <Address of={order} />
              </small>
            </>
          ) : (
            [...terms.gives, ...terms.asks].map((asset, index) => (
              <span key={`${asset.contract}:${asset.tokenId}`}>
                {index === terms.gives.length ? ' → ' : null}
                <AssetAmount of={asset} chain={chain} names={names} />
              </span>
            ))
          )}
        </li>
      ))}
    </ul>
  )
}
