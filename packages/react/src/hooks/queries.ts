import {
  type Activity,
  type ActivityParameters,
  type AttributeValues,
  type Collection,
  type CollectionsParameters,
  type CurrencyRate,
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
  type Token,
  type TokensParameters,
  type UserOrdersParameters,
  type UserToken,
  type UserTokensParameters,
} from '@sluice/core'
import { keepPreviousData } from '@tanstack/react-query'
import {
  type ListParameters,
  type ListQuery,
  list,
  longFreshFor,
  one,
  type Reader,
  type ReadParameters,
  type ReadQuery,
  type UseAttributesParameters,
  type UseCollectionParameters,
  type UseMarketplaceConfigurationsParameters,
  type UseTokenParameters,
} from './readQuery.ts'

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
 * One token with its attributes, cheapest listing, best offer and auction; `null` for an unknown token.
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

/**
 * Collections with their prices (`GET /collections/v7`).
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(collectionsQuery({ client, scope: 'market' }, { sortBy: '7DayVolume' }))
 */
export const collectionsQuery = (
  reader: Reader,
  parameters: ListParameters<CollectionsParameters> = {},
): ListQuery<Collection> => list(reader, 'collections', getCollections, parameters)

/**
 * One collection by its id; `null` for an unknown collection.
 *
 * @example
 * await queryClient.prefetchQuery(collectionQuery({ client, scope: 'market' }, { id: contract }))
 */
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

/**
 * The attributes of a collection, with how many tokens carry each value and their floor price. Fresh for a minute.
 *
 * @example
 * const attributes = await queryClient.ensureQueryData(attributesQuery({ client, scope: 'market' }, { collection }))
 * const hats = attributes.find(({ key }) => key === 'Hat')?.values
 */
export const attributesQuery = (
  reader: Reader,
  parameters: UseAttributesParameters,
): ReadQuery<readonly AttributeValues[]> => {
  const { collection, chainId } = parameters
  const read = (signal: AbortSignal) => getAttributes(reader.client, { chainId, collection, signal })
  return one(reader, 'attributes', parameters, read, longFreshFor)
}

/**
 * Where orders for a collection, or for one token of it, can be posted, and on what terms; fees in basis points. Fresh
 * for a minute.
 *
 * @example
 * const query = marketplaceConfigurationsQuery({ client, scope: 'market' }, { collection })
 * const marketplaces = await queryClient.ensureQueryData(query)
 */
export const marketplaceConfigurationsQuery = (
  reader: Reader,
  parameters: UseMarketplaceConfigurationsParameters,
): ReadQuery<readonly MarketplaceConfiguration[]> => {
  const { collection, tokenId, chainId } = parameters
  const read = (signal: AbortSignal) =>
    getMarketplaceConfigurations(reader.client, { chainId, collection, tokenId, signal })
  return one(reader, 'marketplaces', parameters, read, longFreshFor)
}

/**
 * What one whole unit of each currency is worth, as the provider estimates it: for display alone. Fresh for a minute.
 *
 * @example
 * const rates = await queryClient.ensureQueryData(ratesQuery({ client, scope: 'market' }))
 * const dollars = rates.find(({ contract }) => contract === zeroAddress)?.values.usd
 */
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

/**
 * Live listings: of a token, of collections, by id; of the whole chain without any of these. Prices are in base units.
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(listingsQuery({ client, scope: 'market' }, { token, sortBy: 'price' }))
 */
export const listingsQuery = (
  reader: Reader,
  parameters: ListParameters<OrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'listings', getListings, parameters)

/**
 * Live offers: for a token, for collections, by id. Prices are in base units.
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(offersQuery({ client, scope: 'market' }, { token, sortBy: 'price' }))
 */
export const offersQuery = (
  reader: Reader,
  parameters: ListParameters<OrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'offers', getOffers, parameters)

/**
 * Tokens that an account owns.
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(userTokensQuery({ client, scope: 'market' }, { user: account, limit: 24 }))
 */
export const userTokensQuery = (
  reader: Reader,
  parameters: ListParameters<UserTokensParameters>,
): ListQuery<UserToken> => list(reader, 'userTokens', getUserTokens, parameters)

/**
 * Listings of an account.
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(userListingsQuery({ client, scope: 'market' }, { user: account }))
 */
export const userListingsQuery = (
  reader: Reader,
  parameters: ListParameters<UserOrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'userListings', getUserListings, parameters)

/**
 * Offers of an account.
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(userOffersQuery({ client, scope: 'market' }, { user: account }))
 */
export const userOffersQuery = (
  reader: Reader,
  parameters: ListParameters<UserOrdersParameters>,
): ListQuery<MarketOrder> => list(reader, 'userOffers', getUserOffers, parameters)

/**
 * Sales, listings, offers and transfers of a token, a collection or an account, newest first. Times are unix seconds.
 *
 * @example
 * await queryClient.prefetchInfiniteQuery(activityQuery({ client, scope: 'market' }, { collection, types: ['sale'] }))
 */
export const activityQuery = (
  reader: Reader,
  parameters: ListParameters<ActivityParameters>,
): ListQuery<Activity> => list(reader, 'activity', getActivity, parameters)
