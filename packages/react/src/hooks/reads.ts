'use client'

import type {
  ActivityParameters,
  CollectionsParameters,
  OrdersParameters,
  TokensParameters,
  UserOrdersParameters,
  UserTokensParameters,
} from '@sluice/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'
import {
  type Asked,
  activityQuery,
  attributesQuery,
  collectionQuery,
  collectionsQuery,
  listingsQuery,
  marketplaceConfigurationsQuery,
  offersQuery,
  type Reading,
  tokenQuery,
  tokensQuery,
  userListingsQuery,
  userOffersQuery,
  userTokensQuery,
} from './queries.ts'

/** Tokens of a collection, or by name, with prices. */
export function useTokens(asked: Asked<TokensParameters>) {
  const kit = useKit()
  return useInfiniteQuery(tokensQuery(kit, asked), kit.queryClient)
}

/** One token with its attributes, its cheapest listing and its best offer. `token` as `contract:tokenId`. */
export function useToken(asked: Reading & { readonly token: string | undefined }) {
  const kit = useKit()
  return useQuery(tokenQuery(kit, asked), kit.queryClient)
}

/** Collections with their prices. */
export function useCollections(asked: Asked<CollectionsParameters> = {}) {
  const kit = useKit()
  return useInfiniteQuery(collectionsQuery(kit, asked), kit.queryClient)
}

/** One collection by its id. */
export function useCollection(asked: Reading & { readonly id: string | undefined }) {
  const kit = useKit()
  return useQuery(collectionQuery(kit, asked), kit.queryClient)
}

/** Which attributes a collection has, with how many tokens and their floor. */
export function useAttributes(asked: Reading & { readonly collection: string }) {
  const kit = useKit()
  return useQuery(attributesQuery(kit, asked), kit.queryClient)
}

/** Where orders for a collection, or for one token of it, can be posted, and on what terms. */
export function useMarketplaceConfigurations(
  asked: Reading & { readonly collection: string; readonly tokenId?: string | undefined },
) {
  const kit = useKit()
  return useQuery(marketplaceConfigurationsQuery(kit, asked), kit.queryClient)
}

/** Live listings: of a token, of collections, by id; of the whole chain where nothing is named. */
export function useListings(asked: Asked<OrdersParameters>) {
  const kit = useKit()
  return useInfiniteQuery(listingsQuery(kit, asked), kit.queryClient)
}

/** Live offers: for a token, a collection, by id. */
export function useOffers(asked: Asked<OrdersParameters>) {
  const kit = useKit()
  return useInfiniteQuery(offersQuery(kit, asked), kit.queryClient)
}

/** Tokens that an account owns. */
export function useUserTokens(asked: Asked<UserTokensParameters>) {
  const kit = useKit()
  return useInfiniteQuery(userTokensQuery(kit, asked), kit.queryClient)
}

/** Listings of an account. */
export function useUserListings(asked: Asked<UserOrdersParameters>) {
  const kit = useKit()
  return useInfiniteQuery(userListingsQuery(kit, asked), kit.queryClient)
}

/** Offers of an account. */
export function useUserOffers(asked: Asked<UserOrdersParameters>) {
  const kit = useKit()
  return useInfiniteQuery(userOffersQuery(kit, asked), kit.queryClient)
}

/** Sales, listings, offers and transfers of a token, a collection or an account, newest first. */
export function useActivity(asked: Asked<ActivityParameters>) {
  const kit = useKit()
  return useInfiniteQuery(activityQuery(kit, asked), kit.queryClient)
}
