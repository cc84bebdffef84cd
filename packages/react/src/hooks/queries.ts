import {
  type ActivityParameters,
  type AttributeValues,
  type Client,
  type Collection,
  type CollectionsParameters,
  chainOf,
  getActivity,
  getAttributes,
  getCollections,
  getListings,
  getMarketplaceConfigurations,
  getOffers,
  getTokens,
  getUserListings,
  getUserOffers,
  getUserTokens,
  type MarketplaceConfiguration,
  type OrdersParameters,
  type Page,
  type PageParameters,
  type Token,
  type TokensParameters,
  type UserOrdersParameters,
  type UserTokensParameters,
} from '@sluice/core'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Milliseconds. What was read is shown again at once and asked again after this. */
const staleTime = 10_000
/** The client asks again by itself, and no sooner than the provider wants to be asked (`Retry-After`). */
const asksAgain = false
/** The same for what changes seldom. */
const longStaleTime = 60_000

/** Who reads: a kit, or a page that reads ahead under the `scope` that it will give its kit. */
export type Reader = { readonly client: Client; readonly scope: string }

export type Reading = {
  readonly chainId?: number | undefined
  /** `false` asks nothing. */
  readonly enabled?: boolean | undefined
}

export type Asked<T extends PageParameters> = Omit<T, 'signal' | 'continuation' | 'chainId'> & Reading

/** Key of a read: whose, on which chain, then what is read. Runs that end make a chain's keys stale. */
const keyOf = ({ client, scope }: Reader, name: string, { chainId, enabled: _, ...rest }: Reading) =>
  ['sluice', scope, chainOf(client, chainId).id, name, rest] as const

type ReadPage<T, TItem> = (client: Client, parameters: T) => Promise<Page<TItem>>

/** A list in pages: `data` is every item read so far. */
function list<T extends PageParameters, TItem>(
  reader: Reader,
  name: string,
  read: ReadPage<T, TItem>,
  asked: Asked<T>,
  /** What is shown until another filter's first page is there. */
  placeholderData?: typeof keepPreviousData,
) {
  const { enabled, ...parameters } = asked
  return infiniteQueryOptions({
    queryKey: keyOf(reader, name, asked),
    queryFn: async ({ pageParam, signal }) => {
      const ofPage = { ...parameters, continuation: pageParam, signal } as unknown as T
      const { items, continuation } = await read(reader.client, ofPage)
      return { items, continuation }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuation }) => continuation,
    select: (data) => data.pages.flatMap(({ items }) => items),
    ...(placeholderData === undefined ? {} : { placeholderData }),
    enabled: enabled ?? true,
    staleTime,
    retry: asksAgain,
  })
}

/** One thing. `enabled` beside what the caller says: whether enough is known to ask. */
function one<T>(
  reader: Reader,
  name: string,
  asked: Reading & Readonly<Record<string, unknown>>,
  read: (signal: AbortSignal) => Promise<T>,
  stale = staleTime,
) {
  return queryOptions({
    queryKey: keyOf(reader, name, asked),
    queryFn: ({ signal }) => read(signal),
    enabled: asked.enabled ?? true,
    staleTime: stale,
    retry: asksAgain,
  })
}

/** Tokens of a collection, or by name, with prices. Another filter's are shown until its own are there. */
export const tokensQuery = (reader: Reader, asked: Asked<TokensParameters>) =>
  list(reader, 'tokens', getTokens, asked, keepPreviousData)

/** One token with its attributes, its cheapest listing and its best offer. `token` as `contract:tokenId`. */
export const tokenQuery = (reader: Reader, asked: Reading & { readonly token: string | undefined }) => {
  const { token, chainId, enabled = true } = asked
  const wanted = { token, chainId, enabled: enabled && token !== undefined }
  return one(reader, 'token', wanted, async (signal): Promise<Token | null> => {
    const page = await getTokens(reader.client, {
      chainId,
      tokens: [token ?? ''],
      includeAttributes: true,
      includeTopBid: true,
      includeLastSale: true,
      signal,
    })
    return page.items[0] ?? null
  })
}

export const collectionsQuery = (reader: Reader, asked: Asked<CollectionsParameters> = {}) =>
  list(reader, 'collections', getCollections, asked)

/** One collection by its id. */
export const collectionQuery = (reader: Reader, asked: Reading & { readonly id: string | undefined }) => {
  const { id, chainId, enabled = true } = asked
  const wanted = { id, chainId, enabled: enabled && id !== undefined }
  return one(reader, 'collection', wanted, async (signal): Promise<Collection | null> => {
    const page = await getCollections(reader.client, { chainId, id: id ?? '', signal })
    return page.items[0] ?? null
  })
}

/** Which attributes a collection has, with how many tokens and their floor. */
export const attributesQuery = (reader: Reader, asked: Reading & { readonly collection: string }) => {
  const { collection, chainId } = asked
  const read = (signal: AbortSignal): Promise<readonly AttributeValues[]> =>
    getAttributes(reader.client, { chainId, collection, signal })
  return one(reader, 'attributes', asked, read, longStaleTime)
}

/** Where orders for a collection, or for one token of it, can be posted, and on what terms. */
export const marketplaceConfigurationsQuery = (
  reader: Reader,
  asked: Reading & { readonly collection: string; readonly tokenId?: string | undefined },
) => {
  const { collection, tokenId, chainId } = asked
  const read = (signal: AbortSignal): Promise<readonly MarketplaceConfiguration[]> =>
    getMarketplaceConfigurations(reader.client, { chainId, collection, tokenId, signal })
  return one(reader, 'marketplaces', asked, read, longStaleTime)
}

/** Live listings: of a token, of collections, by id; of the whole chain where nothing is named. */
export const listingsQuery = (reader: Reader, asked: Asked<OrdersParameters>) =>
  list(reader, 'listings', getListings, asked)

/** Live offers: for a token, a collection, by id. */
export const offersQuery = (reader: Reader, asked: Asked<OrdersParameters>) =>
  list(reader, 'offers', getOffers, asked)

export const userTokensQuery = (reader: Reader, asked: Asked<UserTokensParameters>) =>
  list(reader, 'userTokens', getUserTokens, asked)

export const userListingsQuery = (reader: Reader, asked: Asked<UserOrdersParameters>) =>
  list(reader, 'userListings', getUserListings, asked)

export const userOffersQuery = (reader: Reader, asked: Asked<UserOrdersParameters>) =>
  list(reader, 'userOffers', getUserOffers, asked)

/** Sales, listings, offers and transfers of a token, a collection or an account, newest first. */
export const activityQuery = (reader: Reader, asked: Asked<ActivityParameters>) =>
  list(reader, 'activity', getActivity, asked)
