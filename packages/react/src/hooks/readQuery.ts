import { type Client, chainOf, type Page, type PageParameters } from '@sluice/core'
import type { keepPreviousData, Query } from '@tanstack/react-query'
import { withSafeNames } from '../kit/safeName.ts'

/** Milliseconds for which a read is fresh: it is shown again without another request. */
const freshFor = 10_000
/** The same for what changes rarely. */
export const longFreshFor = 60_000

/** Who reads: a kit, or a page that reads ahead under the `scope` that it passes to its kit. */
export type Reader = {
  readonly client: Client
  /** First part of each query key, see `scope` of `SluiceProvider`. */
  readonly scope: string
}

/** What every read takes. */
export type ReadParameters = {
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
  /** `false` sends no request. */
  readonly enabled?: boolean | undefined
}

/** Parameters of a list that is read in pages: the filters of the client's own read, without its cursor. */
export type ListParameters<T extends PageParameters> = Omit<T, 'signal' | 'continuation' | 'chainId'> &
  ReadParameters

export type UseTokenParameters = ReadParameters & {
  /** `contract:tokenId`. Nothing is read while it is `undefined`. */
  readonly token: string | undefined
}

export type UseCollectionParameters = ReadParameters & {
  /** Contract of the collection. Nothing is read while it is `undefined`. */
  readonly id: string | undefined
  /** Also reads whether its tokens can be minted, for what, and until when. */
  readonly includeMintStages?: boolean | undefined
}

export type UseAttributesParameters = ReadParameters & {
  /** Contract of the collection. */
  readonly collection: string
}

export type UseMarketplaceConfigurationsParameters = ReadParameters & {
  /** Contract of the collection. */
  readonly collection: string
  /** Id of a token whose terms are read instead of the collection's. */
  readonly tokenId?: string | undefined
}

/** One page of a list, and the cursor of the next; absent on the last page. */
export type ListPage<T> = {
  readonly items: readonly T[]
  readonly continuation: string | undefined
}

/** Marks the reads that the provider answers, and not a node or a name service. */
export const ofProvider = { sluice: 'provider' } as const

/** Whether the provider answers a read. */
export const isOfProvider = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.sluice === ofProvider.sluice

/** TanStack Query options of one read, for `useQuery`, `prefetchQuery` and `ensureQueryData`. */
export type ReadQuery<T> = {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
  readonly enabled: boolean
  /** Milliseconds. */
  readonly staleTime: number
  /** `false`: the client retries by itself, and no sooner than the provider's `Retry-After`. */
  readonly retry: false
  /** Tells the reads of the provider from those of a node. */
  readonly meta: { readonly sluice: 'provider' }
}

/** TanStack Query options of a list, for `useInfiniteQuery` and `prefetchInfiniteQuery`. */
export type ListQuery<T> = Omit<ReadQuery<T>, 'queryFn'> & {
  readonly queryFn: (context: {
    readonly pageParam: string | undefined
    readonly signal: AbortSignal
  }) => Promise<ListPage<T>>
  readonly initialPageParam: string | undefined
  readonly getNextPageParam: (page: ListPage<T>) => string | undefined
  /** Every item that has been read so far. */
  readonly select: (data: { readonly pages: readonly ListPage<T>[] }) => readonly T[]
  /** Set if another filter's items are shown until its own first page arrives. */
  readonly placeholderData?: typeof keepPreviousData
}

/** Key of a read: whose, on which chain, then what is read. A run that ends makes every key of its chain stale. */
const keyOf = (
  { client, scope }: Reader,
  name: string,
  { chainId, enabled: _, ...rest }: ReadParameters,
): readonly unknown[] => ['sluice', scope, chainOf(client, chainId).id, name, rest]

type ReadPage<T, TItem> = (client: Client, parameters: T) => Promise<Page<TItem>>

/** The query of a list that the client reads in pages. */
export function list<T extends PageParameters, TItem>(
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
    meta: ofProvider,
  }
}

/** The query of what one request reads. */
export function one<T>(
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
    meta: ofProvider,
  }
}
