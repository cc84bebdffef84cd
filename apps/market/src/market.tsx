import { type Chain, chainOf } from '@sluice/core'
import { useKit } from '@sluice/react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { MarketConfig } from './config.ts'

/** The part of the market that the address names: one chain of the configuration. */
export type Market = { readonly config: MarketConfig; readonly slug: string; readonly chain: Chain }

const MarketContext = createContext<Market | undefined>(undefined)

export function MarketProvider(props: {
  readonly config: MarketConfig
  readonly slug: string
  readonly children: ReactNode
}): ReactNode {
  const { client } = useKit()
  const { config, slug } = props
  const market = useMemo<Market>(() => {
    const id = config.chains.find((entry) => entry.slug === slug)?.chain.id
    return { config, slug, chain: chainOf(client, id) }
  }, [client, config, slug])
  return <MarketContext.Provider value={market}>{props.children}</MarketContext.Provider>
}

export function useMarket(): Market {
  const market = useContext(MarketContext)
  if (market === undefined) throw new Error('useMarket stands outside <MarketProvider>.')
  return market
}
