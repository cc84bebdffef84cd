import type {
  Activity,
  AttributeValues,
  Auction,
  Collection,
  CurrencyRate,
  MarketOrder,
  MarketplaceConfiguration,
  Token,
  UserToken,
} from '@sluice/wire'
import { routes } from '@sluice/wire/routes'
import type { ItemOf, ListName, Rows } from '../api/readList.ts'
import { type Query, request } from '../api/request.ts'
import { type Client, chainOf } from '../client.ts'
import { invalidInput } from '../errors.ts'
import { loadListReaders } from './loadReaders.ts'
import type {
  ActivityParameters,
  AuctionsParameters,
  CollectionsParameters,
  OrdersParameters,
  Page,
  PageParameters,
  ReadParameters,
  TokensParameters,
  UserOrdersParameters,
  UserTokensParameters,
} from './readParameters.ts'

/**
 * Tokens with their cheapest listing and best offer (`GET /tokens/v7`).
 *
 * @returns a page; prices in base units (`amount.raw`) of their currency.
 * @throws {TradeError} `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`, `provider_malformed`,
 * `not_loaded`, `aborted`
 * @example
 * ```ts
 * const page = await getTokens(client, { collection: contract, sortBy: 'floorAskPrice', limit: 24 })
 * for (const { token, market } of page.items) console.log(token.name, market?.floorAsk?.price?.amount.raw)
 * const second = await page.next() // undefined after the last page
 * ```
 */
export const getTokens = (client: Client, parameters: TokensParameters): Promise<Page<Token>> => {
  const { attributes = {}, ...rest } = parameters
  const filters = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [`attributes[${key}]`, value]),
  )
  return page(client, routes.tokens.path, rest, filters, 'tokens')
}

/**
 * Collections with their prices (`GET /collections/v7`).
 *
 * @returns a page; prices in base units (`amount.raw`) of their currency.
 * @throws {TradeError} `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`, `provider_malformed`,
 * `not_loaded`, `aborted`
 * @example
 * const { items } = await getCollections(client, { sortBy: '7DayVolume', limit: 10 })
 * for (const { name, floorAsk } of items) console.log(name, floorAsk?.price?.amount.raw)
 */
export const getCollections = (
  client: Client,
  parameters: CollectionsParameters = {},
): Promise<Page<Collection>> => page(client, routes.collections.path, parameters, {}, 'collections')

/**
 * Running auctions, the one that ends first before the others (`GET /auctions/v1`). Offers and times are what the
 * provider says; `verifyAuction` checks the seller's signature and the owner.
 *
 * @returns a page; `endsAt` in unix seconds, offers in base units of the auction's currency.
 * @throws {TradeError} `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`, `provider_malformed`,
 * `not_loaded`, `aborted`
 * @example
 * ```ts
 * const { items } = await getAuctions(client, { collection: contract })
 * for (const { tokenId, nextOffer, endsAt } of items)
 *   console.log(tokenId, nextOffer?.amount.raw, new Date(endsAt * 1_000))
 * ```
 */
export const getAuctions = (client: Client, parameters: AuctionsParameters = {}): Promise<Page<Auction>> =>
  page(client, routes.auctions.path, parameters, {}, 'auctions')

/**
 * Listings: orders that sell (`GET /orders/asks/v5`). Iterating the page goes on through all later pages.
 *
 * @returns a page of orders; prices in base units (`amount.raw`).
 * @throws {TradeError} `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`, `provider_malformed`,
 * `not_loaded`, `aborted`
 * @example
 * const cheapest = await getListings(client, { token: `${contract}:42`, sortBy: 'price' })
 * for await (const { id, price } of cheapest) console.log(id, price?.amount.raw)
 */
export const getListings = (client: Client, parameters: OrdersParameters): Promise<Page<MarketOrder>> =>
  page(client, routes.asks.path, parameters, {}, 'orders')

/**
 * Offers: orders that buy (`GET /orders/bids/v6`).
 *
 * @returns a page of orders; `price.amount` is what the buyer pays, `price.netAmount` what the seller gets, in base
 * units.
 * @throws {TradeError} `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`, `provider_malformed`,
 * `not_loaded`, `aborted`
 * @example
 * const { items: [best] } = await getOffers(client, { token: `${contract}:42`, sortBy: 'price', limit: 1 })
 * console.log(best?.id, best?.price?.netAmount?.raw)
 */
export const getOffers = (client: Client, parameters: OrdersParameters): Promise<Page<MarketOrder>> =>
  page(client, routes.bids.path, parameters, {}, 'orders')

/**
 * Tokens that an account owns (`GET /users/{user}/tokens/v10`).
 *
 * @throws {TradeError} `invalid_input`, `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`,
 * `provider_malformed`, `not_loaded`, `aborted`
 * @example
 * for await (const { token, ownership } of await getUserTokens(client, { user: account }))
 *   console.log(`${token.contract}:${token.tokenId}`, ownership?.tokenCount)
 */
export const getUserTokens = (client: Client, parameters: UserTokensParameters): Promise<Page<UserToken>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userTokens.path, '{user}', user), rest, {}, 'userTokens')
}

/**
 * Listings of an account (`GET /users/{user}/asks/v1`).
 *
 * @throws {TradeError} `invalid_input`, `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`,
 * `provider_malformed`, `not_loaded`, `aborted`
 * @example
 * const { items } = await getUserListings(client, { user: account, limit: 50 })
 * await cancelOrders(client, { wallet, orderIds: items.map(({ id }) => id) }).result()
 */
export const getUserListings = (
  client: Client,
  parameters: UserOrdersParameters,
): Promise<Page<MarketOrder>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userAsks.path, '{user}', user), rest, {}, 'orders')
}

/**
 * Offers of an account (`GET /users/{user}/bids/v1`).
 *
 * @throws {TradeError} `invalid_input`, `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`,
 * `provider_malformed`, `not_loaded`, `aborted`
 * @example
 * const offers = await getUserOffers(client, { user: account, includeCriteriaMetadata: true })
 * for await (const { criteria, price } of offers) console.log(criteria?.kind, price?.amount.raw)
 */
export const getUserOffers = (
  client: Client,
  parameters: UserOrdersParameters,
): Promise<Page<MarketOrder>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userBids.path, '{user}', user), rest, {}, 'orders')
}

/**
 * What happened to a token (`GET /tokens/{token}/activity/v5`), by a user (`GET /users/activity/v6`) or in collections
 * (`GET /collections/activity/v6`), newest first.
 *
 * @returns a page; `timestamp` in unix seconds, prices in base units.
 * @throws {TradeError} `invalid_input`, `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`,
 * `provider_malformed`, `not_loaded`, `aborted`
 * @example
 * ```ts
 * const { items } = await getActivity(client, { collection: contract, types: ['sale'], limit: 20 })
 * for (const { token, price, timestamp } of items)
 *   console.log(token?.tokenName, price?.amount.raw, new Date((timestamp ?? 0) * 1_000))
 * ```
 */
export const getActivity = (client: Client, parameters: ActivityParameters): Promise<Page<Activity>> => {
  const { token, user, collection, ...rest } = parameters
  if (token !== undefined)
    return page(client, withSegment(routes.tokenActivity.path, '{token}', token), rest, {}, 'activities')
  if (user !== undefined)
    return page(client, routes.userActivity.path, rest, { users: user, collection }, 'activities')
  return page(client, routes.collectionActivity.path, rest, { collection }, 'activities')
}

/**
 * Attributes of a collection with the values they take (`GET /collections/{collection}/attributes/all/v4`).
 *
 * @param collection Contract of the collection.
 * @throws {TradeError} `invalid_input`, `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`,
 * `provider_malformed`, `not_loaded`, `aborted`
 * @example
 * ```ts
 * for (const { key, values } of await getAttributes(client, { collection: contract }))
 *   for (const { value, floorAskPrice } of values ?? []) console.log(key, value, floorAskPrice?.amount.raw)
 * ```
 */
export async function getAttributes(
  client: Client,
  parameters: ReadParameters & { readonly collection: string },
): Promise<readonly AttributeValues[]> {
  const { collection, chainId, signal } = parameters
  const path = withSegment(routes.attributes.path, '{collection}', collection)
  return (await read(client, { chainId, signal, path }, 'attributes')).items
}

/**
 * Where orders for a collection can be posted, on what terms
 * (`GET /collections/{collection}/marketplace-configurations/v2`).
 *
 * @param collection Contract of the collection.
 * @param tokenId Id of a token whose terms are read instead of the collection's.
 * @returns one entry for each order book; fees and royalties in basis points.
 * @throws {TradeError} `invalid_input`, `unknown_chain`, `provider_unreachable`, `provider_error`, `rate_limited`,
 * `provider_malformed`, `not_loaded`, `aborted`
 * @example
 * ```ts
 * for (const { orderbook, fee, royalties } of await getMarketplaceConfigurations(client, { collection: contract }))
 *   console.log(orderbook, fee?.bps ?? 0, royalties?.minBps ?? 0)
 * ```
 */
export async function getMarketplaceConfigurations(
  client: Client,
  parameters: ReadParameters & { readonly collection: string; readonly tokenId?: string | undefined },
): Promise<readonly MarketplaceConfiguration[]> {
  const { collection, tokenId, chainId, signal } = parameters
  const path = withSegment(routes.marketplaceConfigurations.path, '{collection}', collection)
  return (await read(client, { chainId, signal, path, query: { tokenId } }, 'marketplaces')).items
}

/**
 * What one whole unit of each currency of a chain is worth, as the provider estimates it; a currency without a rate is
 * absent. For display alone: no amount that is signed or sent may follow from it.
 *
 * @throws {TradeError} `provider_error` where the provider has no such route.
 * @example
 * const [rate] = await getRates(client)
 * const dollars = rate?.values.usd
 */
export async function getRates(
  client: Client,
  { chainId, signal }: ReadParameters = {},
): Promise<readonly CurrencyRate[]> {
  const { paymentTokens } = chainOf(client, chainId)
  const { items } = await read(client, { chainId, signal, path: routes.rates.path }, 'rates')
  // A currency that the chain does not list is not priced, whatever the provider says.
  return items.filter(({ contract }) => paymentTokens.some(({ address }) => address === contract))
}

/** Asks, and loads the parsers of the answer meanwhile: they are not part of a page that reads nothing. */
async function read<K extends ListName>(
  client: Client,
  { chainId, signal, path, query }: ReadParameters & { readonly path: string; readonly query?: Query },
  list: K,
): Promise<Rows<ItemOf<K>>> {
  const loading = loadListReaders()
  loading.catch(() => undefined)
  const chain = chainOf(client, chainId)
  const answer = await request(client, chain, { method: 'GET', path, query, signal, retries: 3 })
  const rows = (await loading).readList(list, answer)
  const { dropped } = rows
  if (dropped > 0) client.log.warn('Rows of a list could not be read and are left out.', { list, dropped })
  return rows
}

async function page<K extends ListName>(
  client: Client,
  path: string,
  parameters: PageParameters,
  filters: Query,
  list: K,
): Promise<Page<ItemOf<K>>> {
  const { chainId, signal, ...rest } = parameters as PageParameters & Record<string, Query[string]>
  const query = { ...rest, ...filters }
  const { items, continuation } = await read(client, { chainId, signal, path, query }, list)
  const next = async () =>
    continuation === undefined
      ? undefined
      : page(client, path, { ...parameters, continuation }, filters, list)
  return {
    items,
    continuation,
    next,
    async *[Symbol.asyncIterator]() {
      // A loop over pages, not a recursion into them: a long list is walked in constant memory.
      for (
        let at: Pick<Page<ItemOf<K>>, 'items' | 'next'> | undefined = { items, next };
        at !== undefined;
      ) {
        yield* at.items
        at = await at.next()
      }
    },
  }
}

/** Puts a value into a path as one segment. Only what ids are made of is let through. */
function withSegment(path: string, name: string, value: string): string {
  if (!/^[0-9a-zA-Z:_-]{1,200}$/.test(value))
    throw invalidInput(name, `${name} has characters that no id has.`)
  return path.replace(name, value)
}
