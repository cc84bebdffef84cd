import type { Client, UserToken } from '@sluice/core'
import {
  attributesQuery,
  collectionQuery,
  collectionsQuery,
  type ListPage,
  listingsQuery,
  offersQuery,
  ratesQuery,
  tokenQuery,
  tokensQuery,
  userTokensQuery,
} from '@sluice/react'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { askedBy, type Filtering, filteringOf } from './filtering.ts'
import { mostTraded, type Period, type RankOrder } from './home/rankOrder.ts'
import type { Route } from './route.ts'

const volumeOf: Readonly<Record<Period, string>> = {
  '1day': '1DayVolume',
  '7day': '7DayVolume',
  '30day': '30DayVolume',
  allTime: 'allTimeVolume',
}

/** The key under which the market's reads are cached. */
export const scope = 'market'

/**
 * What each page reads first. Both the page and the read-ahead take it from here, so that the page shows what was read
 * before it was drawn.
 */
export const reads = {
  ranked: (chainId: number, { by, period, direction }: RankOrder) => ({
    chainId,
    sortBy: by === 'floor' ? 'floorAskPrice' : volumeOf[period],
    sortDirection: direction,
    limit: 12,
  }),
  listed: (chainId: number) =>
    ({ chainId, sortBy: 'createdAt', includeCriteriaMetadata: true, limit: 13 }) as const,
  collection: (chainId: number, id: string) => ({ chainId, id, includeMintStages: true }),
  attributes: (chainId: number, collection: string) => ({ chainId, collection }),
  works: (chainId: number, collection: string, filtering: Filtering) =>
    ({ chainId, collection, ...askedBy(filtering), includeAuction: true, limit: 100 }) as const,
  /** Other works of a collection than a given one. */
  others: (chainId: number, collection: string) =>
    ({
      chainId,
      collection,
      sortBy: 'floorAskPrice',
      sortDirection: 'asc',
      includeAuction: true,
      limit: 5,
    }) as const,
  token: (chainId: number, token: string) => ({ chainId, token }),
  orders: (chainId: number, token: string) => ({ chainId, token, sortBy: 'price', limit: 20 }) as const,
  held: (chainId: number, user: string) => ({ chainId, user, limit: 100 }),
} as const

/** The page asks again for what failed here, and says so. */
const unread = (): void => {}

/** Asks for pictures when their addresses are known, and not when what shows them is drawn. */
function askForPictures(images: readonly (string | null | undefined)[]): void {
  for (const image of images) {
    // A picture in a data URI needs no request.
    if (image?.startsWith('http') !== true) continue
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'image'
    link.referrerPolicy = 'no-referrer'
    link.href = image
    document.head.append(link)
  }
}

/** The pictures of the first cards. */
const askForCards = ({ pages: [first] }: InfiniteData<ListPage<Pick<UserToken, 'token'>>, unknown>): void =>
  askForPictures(first?.items.slice(0, 4).map(({ token }) => token.imageSmall ?? token.image) ?? [])

/** Begins the first reads of a page. What fails is asked again by the page, which says so. */
export function readAhead(
  { client, queryClient }: { readonly client: Client; readonly queryClient: QueryClient },
  chainId: number,
  route: Route,
  search: URLSearchParams,
): void {
  const reader = { client, scope }
  if (route.page !== 'notFound') void queryClient.prefetchQuery(ratesQuery(reader, { chainId }))
  switch (route.page) {
    case 'home':
      void queryClient.prefetchInfiniteQuery(listingsQuery(reader, reads.listed(chainId)))
      void queryClient.prefetchInfiniteQuery(collectionsQuery(reader, reads.ranked(chainId, mostTraded)))
      return
    case 'collection':
      void queryClient.prefetchQuery(collectionQuery(reader, reads.collection(chainId, route.id)))
      queryClient
        .fetchInfiniteQuery(tokensQuery(reader, reads.works(chainId, route.id, filteringOf(search))))
        .then(askForCards, unread)
      void queryClient.prefetchQuery(attributesQuery(reader, reads.attributes(chainId, route.id)))
      return
    case 'token':
      queryClient
        .fetchQuery(tokenQuery(reader, reads.token(chainId, route.token)))
        .then((found) => askForPictures([found?.token.imageLarge ?? found?.token.image]), unread)
      void queryClient.prefetchInfiniteQuery(listingsQuery(reader, reads.orders(chainId, route.token)))
      void queryClient.prefetchInfiniteQuery(offersQuery(reader, reads.orders(chainId, route.token)))
      return
    case 'account':
      if (route.address === undefined) return
      queryClient
        .fetchInfiniteQuery(userTokensQuery(reader, reads.held(chainId, route.address.toLowerCase())))
        .then(askForCards, unread)
      return
    case 'notFound':
      return
    default:
      route satisfies never
  }
}
