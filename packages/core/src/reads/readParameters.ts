/** What every read takes: the chain, the active one by default, and what stops it. */
export type ReadParameters = {
  /** The active chain by default. */
  readonly chainId?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Which page is read: how many, and after what, as the page before said. */
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
  /** What the page holds, in the order that was asked for. */
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
  /** Also reads whether the owner announced an auction. */
  readonly includeAuction?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which running auctions are read (`GET /auctions/v1`). */
export type AuctionsParameters = PageParameters & {
  readonly collection?: string | undefined
  readonly seller?: string | undefined
}

/** Which collections are read (`GET /collections/v7`). */
export type CollectionsParameters = PageParameters & {
  readonly id?: string | undefined
  readonly contract?: readonly string[] | undefined
  readonly slug?: string | undefined
  readonly name?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly normalizeRoyalties?: boolean | undefined
  /** Also reads whether tokens can be minted, for what, and until when. */
  readonly includeMintStages?: boolean | undefined
}

/** Which orders are read (`GET /orders/asks/v5`, `GET /orders/bids/v6`). */
export type OrdersParameters = PageParameters & {
  readonly ids?: readonly string[] | undefined
  readonly token?: string | undefined
  readonly tokenSetId?: string | undefined
  readonly contracts?: readonly string[] | undefined
  readonly collection?: string | undefined
  readonly maker?: string | undefined
  readonly status?: string | undefined
  /** Also listings that only one account can buy. */
  readonly includePrivate?: boolean | undefined
  readonly sortBy?: 'createdAt' | 'price' | 'updatedAt' | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly includeCriteriaMetadata?: boolean | undefined
  readonly includeRawData?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which tokens of an account are read. */
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

/** Which orders of an account are read. */
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
