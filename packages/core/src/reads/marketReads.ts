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

/** What every read takes: the chain, the active one by default, and what stops it. */
export type ReadParameters = {
  /** The active chain by default. */
  readonly chainId?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Which page is read: how many, and after what, as the page before said. */
export type PageParameters = ReadParameters & {
  /** Items of a page; the provider's default and maximum hold otherwise. */
  readonly limit?: number | undefined
  /** Where a page before ended. */
  readonly continuation?: string | undefined
}

/**
 * One page of a list. Iterating it goes on through all later pages, which are asked for as they are needed.
 */
export type Page<T> = AsyncIterable<T> & {
  readonly items: readonly T[]
  /** Cursor of the next page; absent on the last. */
  readonly continuation: string | undefined
  /** The next page, or `undefined` after the last. */
  readonly next: () => Promise<Page<T> | undefined>
}

/** Names and meanings are the route's own. */
export type TokensParameters = PageParameters & {
  /** `contract:tokenId` of each. */
  readonly tokens?: readonly string[] | undefined
  readonly collection?: string | undefined
  readonly tokenSetId?: string | undefined
  readonly tokenName?: string | undefined
  readonly attributes?: Readonly<Record<string, string>> | undefined
  /** Whole units of the native coin: only tokens that are listed at or above it. */
  readonly minFloorAskPrice?: number | undefined
  /** Whole units of the native coin: only tokens that are listed at or below it. */
  readonly maxFloorAskPrice?: number | undefined
  readonly sortBy?: 'floorAskPrice' | 'tokenId' | 'rarity' | 'updatedAt' | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly includeTopBid?: boolean | undefined
  readonly includeAttributes?: boolean | undefined
  readonly includeLastSale?: boolean | undefined
  /** Also reads whether the owner announced an auction. */
  readonly includeAuction?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which running auctions are read (`GET /auctions/v1`). */
export type AuctionsParameters = PageParameters & {
  readonly collection?: string | undefined
  readonly seller?: string | undefined
}

/** Which collections are read (`GET /collections/v7`). */
export type CollectionsParameters = PageParameters & {
  readonly id?: string | undefined
  readonly contract?: readonly string[] | undefined
  readonly slug?: string | undefined
  readonly name?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly normalizeRoyalties?: boolean | undefined
  /** Also reads whether tokens can be minted, for what, and until when. */
  readonly includeMintStages?: boolean | undefined
}

/** Which orders are read (`GET /orders/asks/v5`, `GET /orders/bids/v6`). */
export type OrdersParameters = PageParameters & {
  readonly ids?: readonly string[] | undefined
  readonly token?: string | undefined
  readonly tokenSetId?: string | undefined
  readonly contracts?: readonly string[] | undefined
  readonly collection?: string | undefined
  readonly maker?: string | undefined
  readonly status?: string | undefined
  /** Also listings that only one account can buy. */
  readonly includePrivate?: boolean | undefined
  readonly sortBy?: 'createdAt' | 'price' | 'updatedAt' | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly includeCriteriaMetadata?: boolean | undefined
  readonly includeRawData?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which tokens of an account are read. */
export type UserTokensParameters = PageParameters & {
  readonly user: string
  readonly tokens?: readonly string[] | undefined
  readonly collection?: string | undefined
  readonly onlyListed?: boolean | undefined
  readonly sortBy?: 'acquiredAt' | 'lastAppraisalValue' | 'floorAskPrice' | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly includeTopBid?: boolean | undefined
  readonly includeAttributes?: boolean | undefined
  readonly includeLastSale?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which orders of an account are read. */
export type UserOrdersParameters = PageParameters & {
  readonly user: string
  readonly ids?: readonly string[] | undefined
  readonly status?: string | undefined
  readonly collection?: string | undefined
  readonly sortBy?: 'createdAt' | 'price' | undefined
  readonly includeCriteriaMetadata?: boolean | undefined
  readonly includeRawData?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

/** Of a token, of a user, or of collections: the first that is given. */
export type ActivityParameters = PageParameters & {
  readonly token?: string | undefined
  readonly user?: string | undefined
  readonly collection?: string | readonly string[] | undefined
  readonly types?: readonly string[] | undefined
  readonly sortBy?: 'eventTimestamp' | 'createdAt' | undefined
}

/** Tokens with their cheapest listing and best offer. */
export const getTokens = (client: Client, parameters: TokensParameters): Promise<Page<Token>> => {
  const { attributes = {}, ...rest } = parameters
  const filters = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [`attributes[${key}]`, value]),
  )
  return page(client, routes.tokens.path, rest, filters, 'tokens')
}

/** Collections with their prices (`GET /collections/v7`). */
export const getCollections = (
  client: Client,
  parameters: CollectionsParameters = {},
): Promise<Page<Collection>> => page(client, routes.collections.path, parameters, {}, 'collections')

/** Running auctions, the one that ends first before the others (`GET /auctions/v1`). */
export const getAuctions = (client: Client, parameters: AuctionsParameters = {}): Promise<Page<Auction>> =>
  page(client, routes.auctions.path, parameters, {}, 'auctions')

/** Listings: orders that sell. */
export const getListings = (client: Client, parameters: OrdersParameters): Promise<Page<MarketOrder>> =>
  page(client, routes.asks.path, parameters, {}, 'orders')

/** Offers: orders that buy. */
export const getOffers = (client: Client, parameters: OrdersParameters): Promise<Page<MarketOrder>> =>
  page(client, routes.bids.path, parameters, {}, 'orders')

/** Tokens that an account owns (`GET /users/{user}/tokens/v10`). */
export const getUserTokens = (client: Client, parameters: UserTokensParameters): Promise<Page<UserToken>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userTokens.path, '{user}', user), rest, {}, 'userTokens')
}

/** Listings of an account (`GET /users/{user}/asks/v1`). */
export const getUserListings = (
  client: Client,
  parameters: UserOrdersParameters,
): Promise<Page<MarketOrder>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userAsks.path, '{user}', user), rest, {}, 'orders')
}

/** Offers of an account (`GET /users/{user}/bids/v1`). */
export const getUserOffers = (
  client: Client,
  parameters: UserOrdersParameters,
): Promise<Page<MarketOrder>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userBids.path, '{user}', user), rest, {}, 'orders')
}

/** What happened to a token, to a collection, or by a user. */
export const getActivity = (client: Client, parameters: ActivityParameters): Promise<Page<Activity>> => {
  const { token, user, collection, ...rest } = parameters
  if (token !== undefined)
    return page(client, withSegment(routes.tokenActivity.path, '{token}', token), rest, {}, 'activities')
  if (user !== undefined)
    return page(client, routes.userActivity.path, rest, { users: user, collection }, 'activities')
  return page(client, routes.collectionActivity.path, rest, { collection }, 'activities')
}

/** Attributes of a collection with the values they take. */
export async function getAttributes(
  client: Client,
  parameters: ReadParameters & { readonly collection: string },
): Promise<readonly AttributeValues[]> {
  const { collection, chainId, signal } = parameters
  const path = withSegment(routes.attributes.path, '{collection}', collection)
  return (await read(client, { chainId, signal, path }, 'attributes')).items
}

/** Where orders for a collection can be posted, on what terms. */
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

/** Asks, and loads the parsers of the answer meanwhile: they are no part of a page that reads nothing. */
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
