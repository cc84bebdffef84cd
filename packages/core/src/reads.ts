import {
  type Activity,
  type AttributeValues,
  type Collection,
  type MarketOrder,
  parseActivities,
  parseAttributes,
  parseCollections,
  parseOrders,
  parseTokens,
  parseUserTokens,
  routes,
  type Token,
  type UserToken,
} from '@sluice/wire'
import { parsed } from './api/endpoints.ts'
import { type Query, request } from './api/request.ts'
import { type Client, chainOf } from './client.ts'
import { TradeError } from './errors.ts'

export type ReadParameters = {
  /** The active chain by default. */
  readonly chainId?: number | undefined
  readonly signal?: AbortSignal | undefined
}

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
  readonly normalizeRoyalties?: boolean | undefined
}

export type CollectionsParameters = PageParameters & {
  readonly id?: string | undefined
  readonly contract?: readonly string[] | undefined
  readonly slug?: string | undefined
  readonly name?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

export type OrdersParameters = PageParameters & {
  readonly ids?: readonly string[] | undefined
  readonly token?: string | undefined
  readonly tokenSetId?: string | undefined
  readonly contracts?: readonly string[] | undefined
  readonly collection?: string | undefined
  readonly maker?: string | undefined
  readonly status?: string | undefined
  readonly sortBy?: 'createdAt' | 'price' | 'updatedAt' | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly includeCriteriaMetadata?: boolean | undefined
  readonly includeRawData?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

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
  return page(client, routes.tokens.path, rest, filters, (answer) => withItems(parseTokens(answer), 'tokens'))
}

export const getCollections = (
  client: Client,
  parameters: CollectionsParameters = {},
): Promise<Page<Collection>> =>
  page(client, routes.collections.path, parameters, {}, (answer) =>
    withItems(parseCollections(answer), 'collections'),
  )

/** Listings: orders that sell. */
export const getListings = (client: Client, parameters: OrdersParameters): Promise<Page<MarketOrder>> =>
  page(client, routes.asks.path, parameters, {}, readOrders)

/** Offers: orders that buy. */
export const getOffers = (client: Client, parameters: OrdersParameters): Promise<Page<MarketOrder>> =>
  page(client, routes.bids.path, parameters, {}, readOrders)

export const getUserTokens = (client: Client, parameters: UserTokensParameters): Promise<Page<UserToken>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userTokens.path, '{user}', user), rest, {}, (answer) =>
    withItems(parseUserTokens(answer), 'tokens'),
  )
}

export const getUserListings = (
  client: Client,
  parameters: UserOrdersParameters,
): Promise<Page<MarketOrder>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userAsks.path, '{user}', user), rest, {}, readOrders)
}

export const getUserOffers = (
  client: Client,
  parameters: UserOrdersParameters,
): Promise<Page<MarketOrder>> => {
  const { user, ...rest } = parameters
  return page(client, withSegment(routes.userBids.path, '{user}', user), rest, {}, readOrders)
}

/** What happened to a token, to a collection, or by a user. */
export const getActivity = (client: Client, parameters: ActivityParameters): Promise<Page<Activity>> => {
  const { token, user, collection, ...rest } = parameters
  const read = (answer: unknown) => withItems(parseActivities(answer), 'activities')
  if (token !== undefined)
    return page(client, withSegment(routes.tokenActivity.path, '{token}', token), rest, {}, read)
  if (user !== undefined)
    return page(client, routes.userActivity.path, rest, { users: user, collection }, read)
  return page(client, routes.collectionActivity.path, rest, { collection }, read)
}

/** Attributes of a collection with the values they take. */
export async function getAttributes(
  client: Client,
  parameters: ReadParameters & { readonly collection: string },
): Promise<readonly AttributeValues[]> {
  const { collection, chainId, signal } = parameters
  const chain = chainOf(client, chainId)
  const path = withSegment(routes.attributes.path, '{collection}', collection)
  const answer = await request(client, chain, { method: 'GET', path, signal, retries: 3 })
  return parsed(parseAttributes, answer).attributes
}

type Rows<T> = { readonly items: readonly T[]; readonly continuation: string | undefined }

function withItems<K extends string, T>(
  answer: { readonly [key in K]: readonly T[] } & { readonly continuation?: string | null | undefined },
  key: K,
): Rows<T> {
  return { items: answer[key], continuation: answer.continuation || undefined }
}

const readOrders = (answer: unknown) => withItems(parseOrders(answer), 'orders')

async function page<T>(
  client: Client,
  path: string,
  parameters: PageParameters,
  filters: Query,
  read: (answer: unknown) => Rows<T>,
): Promise<Page<T>> {
  const { chainId, signal, ...query } = parameters as PageParameters & Record<string, Query[string]>
  const chain = chainOf(client, chainId)
  const answer = await request(client, chain, {
    method: 'GET',
    path,
    query: { ...query, ...filters },
    signal,
    retries: 3,
  })
  const { items, continuation } = parsed(read, answer)
  const next = async () =>
    continuation === undefined
      ? undefined
      : page(client, path, { ...parameters, continuation }, filters, read)
  return {
    items,
    continuation,
    next,
    async *[Symbol.asyncIterator]() {
      yield* items
      const later = await next()
      if (later !== undefined) yield* later
    },
  }
}

/** Puts a value into a path as one segment. Only what ids are made of is let through. */
function withSegment(path: string, name: string, value: string): string {
  if (!/^[0-9a-zA-Z:_-]{1,200}$/.test(value))
    throw new TradeError('invalid_input', `${name} has characters that no id has.`, { data: { field: name } })
  return path.replace(name, value)
}
