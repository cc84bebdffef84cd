import { browserStorage, type Client, createClient, LogLevel } from '@sluice/core'
import { QueryClient } from '@tanstack/react-query'
import { marketConfig } from '../market.config.ts'
import { type MarketConfig, readStack } from './config.ts'
import { readAhead } from './reads.ts'
import { addressOf } from './route.ts'

/** What every page needs. */
export type MarketBootstrap = {
  readonly config: MarketConfig
  readonly client: Client
  readonly queryClient: QueryClient
}

/**
 * Finds the provider and begins the page's first reads, while the scripts that draw them are still on their way.
 * @throws if no provider is named and no local stack answers.
 */
export async function openMarket({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Promise<MarketBootstrap> {
  const config = marketConfig ?? (await readStack())
  const bootstrap = { config, client: clientOf(config), queryClient: createQueries() }
  const { slug, route } = addressOf(pathname)
  const chain = slug === undefined ? config.chains[0] : config.chains.find((entry) => entry.slug === slug)
  if (chain !== undefined) readAhead(bootstrap, chain.chain.id, route, new URLSearchParams(search))
  return bootstrap
}

const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The client asks again by itself.
        retry: false,
        refetchOnWindowFocus: true,
        // Without a network a read fails, and the page says so: it does not wait silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  })

function clientOf(config: MarketConfig): Client {
  const { chains, accounts: _, walletConnect: __, names: ___, ...settings } = config
  return createClient({
    ...settings,
    chains: chains.map(({ chain }) => chain),
    logLevel: LogLevel.Warn,
    storage: browserStorage(),
  })
}
