'use client'

import type {
  Activity,
  ActivityParameters,
  AttributeValues,
  Collection,
  CollectionsParameters,
  CurrencyRate,
  MarketOrder,
  MarketplaceConfiguration,
  OrdersParameters,
  Token,
  TokensParameters,
  UserOrdersParameters,
  UserToken,
  UserTokensParameters,
} from '@sluice/core'
import {
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'
import {
  activityQuery,
  attributesQuery,
  collectionQuery,
  collectionsQuery,
  listingsQuery,
  marketplaceConfigurationsQuery,
  offersQuery,
  ratesQuery,
  tokenQuery,
  tokensQuery,
  userListingsQuery,
  userOffersQuery,
  userTokensQuery,
} from './queries.ts'
import type {
  ListPage,
  ListParameters,
  ListQuery,
  Reader,
  ReadParameters,
  ReadQuery,
  UseAttributesParameters,
  UseCollectionParameters,
  UseMarketplaceConfigurationsParameters,
  UseTokenParameters,
} from './readQuery.ts'

/** A read of TanStack Query: `data`, `isPending`, `isError`, `refetch` and the rest of it. */
export type ReadResult<T> = UseQueryResult<T, Error>

/** A list of TanStack Query: `data` is every item read so far; `fetchNextPage` reads more while `hasNextPage`. */
export type ListResult<T> = UseInfiniteQueryResult<readonly T[], Error>

function useRead<T>(query: (reader: Reader) => ReadQuery<T>): ReadResult<T> {
  const kit = useKit()
  return useQuery<T, Error, T, readonly unknown[]>(query(kit), kit.queryClient)
}

function useList<T>(query: (reader: Reader) => ListQuery<T>): ListResult<T> {
  const kit = useKit()
  return useInfiniteQuery<ListPage<T>, Error, readonly T[], readonly unknown[], string | undefined>(
    query(kit),
    kit.queryClient,
  )
}

/**
 * Tokens of a collection, or by name, with prices.
 *
 * @example
 * const { data = [], fetchNextPage } = useTokens({ collection, sortBy: 'floorAskPrice', limit: 24 })
 */
export function useTokens(parameters: ListParameters<TokensParameters>): ListResult<Token> {
  return useList((reader) => tokensQuery(reader, parameters))
}

/**
 * One token with its attributes, its cheapest listing and its best offer; `null` for an unknown token.
 *
 * @example
 * const { data: token, isPending } = useToken({ token: `${collection}:42` })
 */
export function useToken(parameters: UseTokenParameters): ReadResult<Token | null> {
  return useRead((reader) => tokenQuery(reader, parameters))
}

/**
 * Collections with their prices.
 *
 * @example
 * const { data = [] } = useCollections({ sortBy: '7DayVolume', limit: 20 })
 */
export function useCollections(
  parameters: ListParameters<CollectionsParameters> = {},
): ListResult<Collection> {
  return useList((reader) => collectionsQuery(reader, parameters))
}

/**
 * One collection by its id; `null` for an unknown collection.
 *
 * @example
 * const { data: collection } = useCollection({ id: '0x…' })
 */
export function useCollection(parameters: UseCollectionParameters): ReadResult<Collection | null> {
  return useRead((reader) => collectionQuery(reader, parameters))
}

/**
 * The attributes of a collection, with how many tokens carry each value and their floor price.
 *
 * @example
 * const { data: attributes = [] } = useAttributes({ collection })
 */
export function useAttributes(parameters: UseAttributesParameters): ReadResult<readonly AttributeValues[]> {
  return useRead((reader) => attributesQuery(reader, parameters))
}

/**
 * Where orders for a collection, or for one token of it, can be posted, and on what terms.
 *
 * @example
 * const { data: marketplaces = [] } = useMarketplaceConfigurations({ collection })
 */
export function useMarketplaceConfigurations(
  parameters: UseMarketplaceConfigurationsParameters,
): ReadResult<readonly MarketplaceConfiguration[]> {
  return useRead((reader) => marketplaceConfigurationsQuery(reader, parameters))
}

/**
 * What one whole unit of each currency is worth, as the provider estimates it; a currency without a rate is absent. For
 * display alone: no amount that is signed or sent may follow from it.
 *
 * @example
 * const { data: rates = [] } = useRates()
 * const dollars = rates.find(({ contract }) => contract === zeroAddress)?.values.usd
 */
export function useRates(parameters: ReadParameters = {}): ReadResult<readonly CurrencyRate[]> {
  const kit = useKit()
  // Every price of a page reads them: a provider without rates is asked once, not for each.
  return useQuery({ ...ratesQuery(kit, parameters), retryOnMount: false }, kit.queryClient)
}

/**
 * Live listings: of a token, of collections, by id; of the whole chain without any of these.
 *
 * @example
 * const { data: listings = [] } = useListings({ token, sortBy: 'price', sortDirection: 'asc' })
 */
export function useListings(parameters: ListParameters<OrdersParameters>): ListResult<MarketOrder> {
  return useList((reader) => listingsQuery(reader, parameters))
}

/**
 * Live offers: for a token, for collections, by id.
 *
 * @example
 * const { data: offers = [] } = useOffers({ token, sortBy: 'price' })
 */
export function useOffers(parameters: ListParameters<OrdersParameters>): ListResult<MarketOrder> {
  return useList((reader) => offersQuery(reader, parameters))
}

/**
 * Tokens that an account owns.
 *
 * @example
 * const { data: tokens = [] } = useUserTokens({ user: account ?? '', enabled: account !== undefined })
 */
export function useUserTokens(parameters: ListParameters<UserTokensParameters>): ListResult<UserToken> {
  return useList((reader) => userTokensQuery(reader, parameters))
}

/**
 * Listings of an account.
 *
 * @example
 * const { data: listings = [] } = useUserListings({ user: account ?? '', enabled: account !== undefined })
 */
export function useUserListings(parameters: ListParameters<UserOrdersParameters>): ListResult<MarketOrder> {
  return useList((reader) => userListingsQuery(reader, parameters))
}

/**
 * Offers of an account.
 *
 * @example
 * const { data: offers = [] } = useUserOffers({ user: account ?? '', enabled: account !== undefined })
 */
export function useUserOffers(parameters: ListParameters<UserOrdersParameters>): ListResult<MarketOrder> {
  return useList((reader) => userOffersQuery(reader, parameters))
}

/**
 * Sales, listings, offers and transfers of a token, a collection or an account, newest first.
 *
 * @example
 * const { data: sales = [] } = useActivity({ collection, types: ['sale'], limit: 20 })
 */
export function useActivity(parameters: ListParameters<ActivityParameters>): ListResult<Activity> {
  return useList((reader) => activityQuery(reader, parameters))
}
