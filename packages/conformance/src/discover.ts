import {
  type Collection,
  type MarketOrder,
  parseCollections,
  parseOrders,
  parseTokens,
  routes,
  type Token,
} from '@sluice/wire'
import type { Ask } from './ask.ts'
import { read } from './read.ts'

/** Data of the provider for which plans can be requested. A part that does not exist is absent. */
export type ProviderData = {
  readonly collection?: Collection
  /** A token with an open listing; `name` is `contract:tokenId`. */
  readonly listed?: { readonly name: string; readonly token: Token; readonly order: MarketOrder }
  /** Open listings of the collection, the cheapest first. */
  readonly listings: readonly MarketOrder[]
  readonly offers: readonly MarketOrder[]
  /** Why nothing was found, if the search itself failed. */
  readonly problem?: string
}

/** Returns the `contract:tokenId` of an order for one token. */
const tokenOf = (order: MarketOrder): string | undefined =>
  /^token:(0x[0-9a-f]{40}:[0-9]+)$/.exec(order.tokenSetId.toLowerCase())?.[1]

/** Reads the data once. If a read fails, its part is absent, and the check of that route reports why. */
export async function discoverData(ask: Ask): Promise<ProviderData> {
  const problems: string[] = []
  const attempt = async <T>(look: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await look()
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
      return otherwise
    }
  }
  const collections = await attempt(
    async () =>
      read(
        await ask(routes.collections.path, { query: { limit: 20, sortBy: 'allTimeVolume' } }),
        parseCollections,
      ).collections,
    [],
  )
  const collection = collections.find((one) => Number(one.onSaleCount ?? 0) > 0) ?? collections[0]
  const problem = (): Pick<ProviderData, 'problem'> => {
    const [first] = problems
    return first === undefined ? {} : { problem: first }
  }
  if (collection === undefined) return { listings: [], offers: [], ...problem() }
  const contracts = collection.primaryContract ?? collection.id
  const orders = (path: string) =>
    attempt(
      async () =>
        read(await ask(path, { query: { contracts, sortBy: 'price', limit: 50 } }), parseOrders).orders,
      [],
    )
  const listings = await orders(routes.asks.path)
  const offers = await orders(routes.bids.path)
  for (const order of listings) {
    const name = tokenOf(order)
    if (name === undefined) continue
    const [token] = await attempt(
      async () => read(await ask(routes.tokens.path, { query: { tokens: name } }), parseTokens).tokens,
      [],
    )
    if (token !== undefined && token.market?.floorAsk?.id === order.id)
      return { collection, listed: { name, token, order }, listings, offers }
  }
  return { collection, listings, offers, ...problem() }
}
