'use client'

import {
  type AttributeValues,
  chainOf,
  getActivity,
  getAttributes,
  getCollections,
  getListings,
  getOffers,
  getTokens,
  getUserListings,
  getUserOffers,
  getUserTokens,
  type Token,
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

type Page = { readonly continuation?: string | null | undefined }
type Reader<TParameters, TPage> = (client: Kit['client'], parameters: TParameters) => Promise<TPage>
type Asked<TParameters> = Omit<TParameters, 'signal' | 'continuation' | 'chainId'> & Reading

/** Key of a read: provider, chain, then what is read. Runs that end make a chain's keys stale. */
const keyOf = (kit: Kit, name: string, { chainId, enabled: _, ...rest }: Reading) =>
  ['sluice', kit.scope, chainOf(kit.client, chainId).id, name, rest] as const

/** A list in pages: `data` is every item read so far, `fetchNextPage` reads on. */
function useList<TParameters extends object, TPage extends Page, TItem>(
  name: string,
  read: Reader<TParameters, TPage>,
  itemsOf: (page: TPage) => readonly TItem[],
  asked: Asked<TParameters>,
) {
  const kit = useKit()
  const { enabled, ...parameters } = asked
  return useInfiniteQuery(
    {
      queryKey: keyOf(kit, name, asked),
      queryFn: ({ pageParam, signal }) =>
        read(kit.client, {
          ...parameters,
          ...(pageParam === undefined ? {} : { continuation: pageParam }),
          signal,
        } as unknown as TParameters),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page: TPage) => page.continuation ?? undefined,
      select: (data) => data.pages.flatMap((page) => itemsOf(page)),
      placeholderData: keepPreviousData,
      enabled: enabled ?? true,
      staleTime,
    },
    kit.queryClient,
  )
}

type Parameters2<T> = T extends (client: never, parameters: infer P) => unknown ? NonNullable<P> : never

/** Tokens of a collection, or by name, with prices. */
export const useTokens = (asked: Asked<Parameters2<typeof getTokens>>) =>
  useList('tokens', getTokens, (page) => page.tokens, asked)

/** One token with its attributes, its cheapest listing and its best offer. `token` as `contract:tokenId`. */
export function useToken(asked: Reading & { readonly token: string | undefined }) {
  const kit = useKit()
  const { token, chainId, enabled } = asked
  return useQuery(
    {
      queryKey: keyOf(kit, 'token', { chainId, token } as Reading),
      queryFn: async ({ signal }): Promise<Token | null> => {
        const page = await getTokens(kit.client, {
          ...(chainId === undefined ? {} : { chainId }),
          tokens: [token ?? ''],
          includeAttributes: true,
          includeTopBid: true,
          signal,
        })
        return page.tokens[0] ?? null
      },
      enabled: (enabled ?? true) && token !== undefined,
      staleTime,
    },
    kit.queryClient,
  )
}

export const useCollections = (asked: Asked<Parameters2<typeof getCollections>> = {}) =>
  useList('collections', getCollections, (page) => page.collections, asked)

/** One collection by its id. */
export function useCollection(asked: Reading & { readonly id: string | undefined }) {
  const kit = useKit()
  const { id, chainId, enabled } = asked
  return useQuery(
    {
      queryKey: keyOf(kit, 'collection', { chainId, id } as Reading),
      queryFn: async ({ signal }) => {
        const page = await getCollections(kit.client, {
          ...(chainId === undefined ? {} : { chainId }),
          id: id ?? '',
          signal,
        })
        return page.collections[0] ?? null
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
      queryFn: async ({ signal }): Promise<readonly AttributeValues[]> => {
        const page = await getAttributes(kit.client, {
          ...(chainId === undefined ? {} : { chainId }),
          collection,
          signal,
        })
        return page.attributes
      },
      enabled: enabled ?? true,
      staleTime: 60_000,
    },
    kit.queryClient,
  )
}

/** Live listings: of a token, of collections, by id. */
export const useListings = (asked: Asked<Parameters2<typeof getListings>>) =>
  useList('listings', getListings, (page) => page.orders, asked)

/** Live offers: for a token, a collection, by id. */
export const useOffers = (asked: Asked<Parameters2<typeof getOffers>>) =>
  useList('offers', getOffers, (page) => page.orders, asked)

export const useUserTokens = (asked: Asked<Parameters2<typeof getUserTokens>>) =>
  useList('userTokens', getUserTokens, (page) => page.tokens, asked)

export const useUserListings = (asked: Asked<Parameters2<typeof getUserListings>>) =>
  useList('userListings', getUserListings, (page) => page.orders, asked)

export const useUserOffers = (asked: Asked<Parameters2<typeof getUserOffers>>) =>
  useList('userOffers', getUserOffers, (page) => page.orders, asked)

/** Sales, listings, offers and transfers of a token, a collection or an account, newest first. */
export const useActivity = (asked: Asked<Parameters2<typeof getActivity>>) =>
  useList('activity', getActivity, (page) => page.activities, asked)
