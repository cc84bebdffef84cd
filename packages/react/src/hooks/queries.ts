import {
  type Activity,
  type ActivityParameters,
  type AttributeValues,
  type Client,
  type Collection,
  type CollectionsParameters,
  type CurrencyRate,
  chainOf,
  getActivity,
  getAttributes,
  getCollections,
  getListings,
  getMarketplaceConfigurations,
  getOffers,
  getRates,
  getTokens,
  getUserListings,
  getUserOffers,
  getUserTokens,
  type MarketOrder,
  type MarketplaceConfiguration,
  type OrdersParameters,
  type Page,
  type PageParameters,
  type Token,
  type TokensParameters,
  type UserOrdersParameters,
  type UserToken,
  type UserTokensParameters,
} from '@sluice/core'
import { keepPreviousData } from '@tanstack/react-query'
import { withSafeNames } from '../kit/safeName.ts'

/** Milliseconds for which a read is fresh: it is shown again without another request. */
const freshFor = 10_000
/** The same for what changes rarely. */
const longFreshFor = 60_000

/** Who reads: a kit, or a page that reads ahead under the `scope` that it passes to its kit. */
export interface Reader {
  readonly client: Client
  /** First part of each query key, see `scope` of `SluiceProvider`. */
  readonly scope: string
}

/** What every read takes. */
export interface ReadParameters {
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
  /** `false` sends no request. */
  readonly enabled?: boolean | undefined
}

/** Parameters of a list that is read in pages: the filters of the client's own read, without its cursor. */
export type ListParameters<T extends PageParameters> = Omit<T, 'signal' | 'continuation' | 'chainId'> &
  ReadParameters

export interface UseTokenParameters extends ReadParameters {
  /** `contract:tokenId`. Nothing is read while it is `undefined`. */
  readonly token: string | undefined
}

export interface UseCollectionParameters extends ReadParameters {
  /** Contract of the collection. Nothing is read while it is `undefined`. */
  readonly id: string | undefined
  /** Also reads whether its tokens can be minted, for what, and until when. */
  readonly includeMintStages?: boolean | undefined
}

export interface UseAttributesParameters extends ReadParameters {
  /** Contract of the collection. */
  readonly collection: string
}

export interface UseMarketplaceConfigurationsParameters extends ReadParameters {
  /** Contract of the collection. */
  readonly collection: string
  readonly tokenId?: string | undefined
}

/** One page of a list, and the cursor of the next; absent on the last page. */
export interface ListPage<T> {
  readonly items: readonly T[]
  readonly continuation: string | undefined
}

/** TanStack Query options of one read, for `useQuery`, `prefetchQuery` and `ensureQueryData`. */
export interface ReadQuery<T> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
  readonly enabled: boolean
  /** Milliseconds. */
  readonly staleTime: number
  /** `false`: the client retries by itself, and no sooner than the provider's `Retry-After`. */
  readonly retry: false
}

/** TanStack Query options of a list, for `useInfiniteQuery` and `prefetchInfiniteQuery`. */
export interface ListQuery<T> extends Omit<ReadQuery<T>, 'queryFn'> {
  readonly queryFn: (context: {
    readonly pageParam: string | undefined
    readonly signal: AbortSignal
  }) => Promise<ListPage<T>>
  readonly initialPageParam: string | undefined
  readonly getNextPageParam: (page: ListPage<T>) => string | undefined
  /** Every item that has been read so far. */
  readonly select: (data: { readonly pages: readonly ListPage<T>[] }) => readonly T[]
  /** Set where another filter's items are shown until its own first page arrives. */
  readonly placeholderData?: typeof keepPreviousData
}

/** Key of a read: whose, on which chain, then what is read. A run that ends makes every key of its chain stale. */
const keyOf = (
  { client, scope }: Reader,
  name: string,
  { chainId, enabled: _, ...rest }: ReadParameters,
): readonly unknown[] => ['sluice', scope, chainOf(client, chainId).id, name, rest]

type ReadPage<T, TItem> = (client: Client, parameters: T) => Promise<Page<TItem>>

function list<T extends PageParameters, TItem>(
  reader: Reader,
  name: string,
  read: ReadPage<T, TItem>,
  parameters: ListParameters<T>,
): ListQuery<TItem> {
  const { enabled, ...filters } = parameters
  return {
    queryKey: keyOf(reader, name, parameters),
    queryFn: async ({ pageParam, signal }) => {
      const pageParameters = { ...filters, continuation: pageParam, signal } as unknown as T
      const { items, continuation } = await read(reader.client, pageParameters)
      return { items: withSafeNames(items), continuation }
    },
    initialPageParam: undefined,
    getNextPageParam: ({ continuation }) => continuation,
    select: (data) => data.pages.flatMap(({ items }) => items),
    enabled: enabled ?? true,
    staleTime: freshFor,
    retry: false,
  }
}

function one<T>(
  reader: Reader,
  name: string,
  parameters: ReadParameters,
  read: (signal: AbortSignal) => Promise<T>,
  staleTime = freshFor,
): ReadQuery<T> {
  return {
    queryKey: keyOf(reader, name, parameters),
    queryFn: async ({ signal }) => withSafeNames(await read(signal)),
    enabled: parameters.enabled ?? true,
    staleTime,
    retry: false,
  }
}

/**
 * Tokens of a collection, or by name, with prices. The items of another filter are shown until its own arrive.
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(tokensQuery({ client, scope: 'market' }, { collection, limit: 24 }))
 */
export const tokensQuery = (
  reader: Reader,
  parameters: ListParameters<TokensParameters>,
): ListQuery<Token> => ({
  ...list(reader, 'tokens', getTokens, parameters),
  placeholderData: keepPreviousData,
})

/**
 * One token with its attributes, cheapest listing, best offer and auction; `null` for one that nobody knows.
 *
 * @example
 * await queryClient.prefetchQuery(tokenQuery({ client, scope: 'market' }, { token: `${collection}:42` }))
 */
export const tokenQuery = (reader: Reader, parameters: UseTokenParameters): ReadQuery<Token | null> => {
  const { token, chainId, enabled = true } = parameters
  return one(reader, 'token', { ...parameters, enabled: enabled && token !== undefined }, async (signal) => {
    const page = await getTokens(reader.client, {
      chainId,
      tokens: [token ?? ''],
      includeAttributes: true,
      includeTopBid: true,
      includeLastSale: true,
      includeAuction: true,
      signal,
    })
    return page.items[0] ?? null
  })
}

/** Collections with their prices. */
export const collectionsQuery = (
  reader: Reader,
  parameters: ListParameters<CollectionsParameters> = {},
): ListQuery<Collection> => list(reader, 'collections', getCollections, parameters)

/** One collection by its id; `null` for one that nobody knows. */
export const collectionQuery = (
  reader: Reader,
  parameters: UseCollectionParameters,
): ReadQuery<Collection | null> => {
  const { id, chainId, includeMintStages, enabled = true } = parameters
  return one(
    reader,
    'collection',
    { ...parameters, enabled: enabled && id !== undefined },
    async (signal) => {
      const page = await getCollections(reader.client, { chainId, id: id ?? '', includeMintStages, signal })
      return page.items[0] ?? null
    },
  )
}

/** The attributes of a collection, with how many tokens carry each value and their floor price. */
export const attributesQuery = (
  reader: Reader,
  parameters: UseAttributesParameters,
): ReadQuery<readonly AttributeValues[]> => {
  const { collection, chainId } = parameters
  const read = (signal: AbortSignal) => getAttributes(reader.client, { chainId, collection, signal })
  return one(reader, 'attributes', parameters, read, longFreshFor)
}

/** Where orders for a collection, or for one token of it, can be posted, and on what terms. */
export const marketplaceConfigurationsQuery = (
  reader: Reader,
  parameters: UseMarketplaceConfigurationsParameters,
): ReadQuery<readonly MarketplaceConfiguration[]> => {
  const { collection, tokenId, chainId } = parameters
  const read = (signal: AbortSignal) =>
    getMarketplaceConfigurations(reader.client, { chainId, collection, tokenId, signal })
  return one(reader, 'marketplaces', parameters, read, longFreshFor)
}

/** What one whole unit of each currency is worth, as the provider estimates it: for display alone. */
export const ratesQuery = (
  reader: Reader,
  parameters: ReadParameters = {},
): ReadQuery<readonly CurrencyRate[]> => {
  const { chainId } = parameters
  return one(
    reader,
    'rates',
    parameters,
    (signal) => getRates(reader.client, { chainId, signal }),
    longFreshFor,
  )
}

/** Live listings: of a token, of collections, by id; of the whole chain without any of these. */
export const listingsQuery = (
  reader: Reader,
  parameters: ListParameters<OrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'listings', getListings, parameters)

/** Live offers: for a token, for collections, by id. */
export const offersQuery = (
  reader: Reader,
  parameters: ListParameters<OrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'offers', getOffers, parameters)

/** Tokens that an account owns. */
export const userTokensQuery = (
  reader: Reader,
  parameters: ListParameters<UserTokensParameters>,
): ListQuery<UserToken> => list(reader, 'userTokens', getUserTokens, parameters)

/** Listings of an account. */
export const userListingsQuery = (
  reader: Reader,
  parameters: ListParameters<UserOrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'userListings', getUserListings, parameters)

/** Offers of an account. */
export const userOffersQuery = (
  reader: Reader,
  parameters: ListParameters<UserOrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'userOffers', getUserOffers, parameters)

/** Sales, listings, offers and transfers of a token, a collection or an account, newest first. */
export const activityQuery = (
  reader: Reader,
  parameters: ListParameters<ActivityParameters>,
): ListQuery<Activity> => list(reader, 'activity', getActivity, parameters)
