'use client'

import {
  type ActivityParameters,
  type AttributeValues,
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
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Kit, useKit } from '../kit/SluiceProvider.tsx'

/** Milliseconds. Lists are shown again at once and asked again after this. */
const staleTime = 10_000

type Reading = {
  readonly chainId?: number | undefined
  /** `false` asks nothing. */
  readonly enabled?: boolean | undefined
}

type Asked<T extends PageParameters> = Omit<T, 'signal' | 'continuation' | 'chainId'> & Reading

/** Key of a read: provider, chain, then what is read. Runs that end make a chain's keys stale. */
const keyOf = (kit: Kit, name: string, { chainId, enabled: _, ...rest }: Reading) =>
  ['sluice', kit.scope, chainOf(kit.client, chainId).id, name, rest] as const

/** A list in pages: `data` is every item read so far, `fetchNextPage` reads on. */
function useList<T extends PageParameters, TItem>(
  name: string,
  read: (client: Kit['client'], parameters: T) => Promise<Page<TItem>>,
  asked: Asked<T>,
  /** What is shown until another filter's first page is there. */
  placeholderData?: typeof keepPreviousData,
) {
  const kit = useKit()
  const { enabled, ...parameters } = asked
  return useInfiniteQuery(
    {
      queryKey: keyOf(kit, name, asked),
      queryFn: async ({ pageParam, signal }) => {
        const parametersOfPage = { ...parameters, continuation: pageParam, signal } as unknown as T
        const { items, continuation } = await read(kit.client, parametersOfPage)
        return { items, continuation }
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ continuation }) => continuation,
      select: (data) => data.pages.flatMap(({ items }) => items),
      ...(placeholderData === undefined ? {} : { placeholderData }),
      enabled: enabled ?? true,
      staleTime,
    },
    kit.queryClient,
  )
}

/** Tokens of a collection, or by name, with prices. */
export const useTokens = (asked: Asked<TokensParameters>) =>
  useList('tokens', getTokens, asked, keepPreviousData)

/** One token with its attributes, its cheapest listing and its best offer. `token` as `contract:tokenId`. */
export function useToken(asked: Reading & { readonly token: string | undefined }) {
  const kit = useKit()
  const { token, chainId, enabled } = asked
  return useQuery(
    {
      queryKey: keyOf(kit, 'token', { chainId, token } as Reading),
      queryFn: async ({ signal }): Promise<Token | null> => {
        const page = await getTokens(kit.client, {
          chainId,
          tokens: [token ?? ''],
          includeAttributes: true,
          includeTopBid: true,
          includeLastSale: true,
          signal,
        })
        return page.items[0] ?? null
      },
      enabled: (enabled ?? true) && token !== undefined,
      staleTime,
    },
    kit.queryClient,
  )
}

export const useCollections = (asked: Asked<CollectionsParameters> = {}) =>
  useList('collections', getCollections, asked)

/** One collection by its id. */
export function useCollection(asked: Reading & { readonly id: string | undefined }) {
  const kit = useKit()
  const { id, chainId, enabled } = asked
  return useQuery(
    {
      queryKey: keyOf(kit, 'collection', { chainId, id } as Reading),
      queryFn: async ({ signal }) => {
        const page = await getCollections(kit.client, {
          chainId,
          id: id ?? '',
          signal,
        })
        return page.items[0] ?? null
      },
      enabled: (enabled ?? true) && id !== undefined,
      staleTime,
    },
    kit.queryClient,
  )
}

/** Which attributes a collection has, with how many tokens and their floor. */
export function useAttributes(asked: Reading & { readonly collection: string }) {
  const kit = useKit()
  const { collection, chainId, enabled } = asked
  return useQuery(
    {
      queryKey: keyOf(kit, 'attributes', { chainId, collection } as Reading),
      queryFn: ({ signal }): Promise<readonly AttributeValues[]> =>
        getAttributes(kit.client, { chainId, collection, signal }),
      enabled: enabled ?? true,
      staleTime: 60_000,
    },
    kit.queryClient,
  )
}

/** Where orders for a collection, or for one token of it, can be posted, and on what terms. */
export function useMarketplaceConfigurations(
  asked: Reading & { readonly collection: string; readonly tokenId?: string | undefined },
) {
  const kit = useKit()
  const { collection, tokenId, chainId, enabled } = asked
  return useQuery(
    {
      queryKey: keyOf(kit, 'marketplaces', { chainId, collection, tokenId } as Reading),
      queryFn: ({ signal }): Promise<readonly MarketplaceConfiguration[]> =>
        getMarketplaceConfigurations(kit.client, { chainId, collection, tokenId, signal }),
      enabled: enabled ?? true,
      staleTime: 60_000,
    },
    kit.queryClient,
  )
}

/** Live listings: of a token, of collections, by id. */
export const useListings = (asked: Asked<OrdersParameters>) => useList('listings', getListings, asked)

/** Live offers: for a token, a collection, by id. */
export const useOffers = (asked: Asked<OrdersParameters>) => useList('offers', getOffers, asked)

export const useUserTokens = (asked: Asked<UserTokensParameters>) =>
  useList('userTokens', getUserTokens, asked)

export const useUserListings = (asked: Asked<UserOrdersParameters>) =>
  useList('userListings', getUserListings, asked)

export const useUserOffers = (asked: Asked<UserOrdersParameters>) =>
  useList('userOffers', getUserOffers, asked)

/** Sales, listings, offers and transfers of a token, a collection or an account, newest first. */
export const useActivity = (asked: Asked<ActivityParameters>) => useList('activity', getActivity, asked)
