/** What every read takes: the chain, the active one by default, and what stops it. */
export type ReadParameters = {
  /** The active chain by default. */
  readonly chainId?: number | undefined
  /** Ends the read when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** Which page is read: its size, and where it starts. */
export type PageParameters = ReadParameters & {
  /** Items of a page; the provider has a default and a maximum. */
  readonly limit?: number | undefined
  /** The `continuation` of the previous page. */
  readonly continuation?: string | undefined
}

/**
 * One page of a list. Iterating it goes on through all later pages, which are asked for as they are needed.
 */
export type Page<T> = AsyncIterable<T> & {
  /** The items of the page, in the requested order. */
  readonly items: readonly T[]
  /** Cursor of the next page; absent on the last. */
  readonly continuation: string | undefined
  /** The next page, or `undefined` after the last. */
  readonly next: () => Promise<Page<T> | undefined>
}

/** Attributes that tokens must carry: by key the value, or several of which a token has one. An empty list asks for none. */
export type AttributeFilter = Readonly<Record<string, string | readonly string[]>>

/** Names and meanings are the route's own. */
export type TokensParameters = PageParameters & {
  /** `contract:tokenId` of each. */
  readonly tokens?: readonly string[] | undefined
  /** Only tokens of this contract. */
  readonly collection?: string | undefined
  /** Only tokens of this set: `token:…`, `contract:…`, `range:…` or `list:…`. */
  readonly tokenSetId?: string | undefined
  /** Only tokens whose names contain this text. */
  readonly tokenName?: string | undefined
  /** Only tokens with these attributes: values by key. Of several values of a key, a token has one. */
  readonly attributes?: AttributeFilter | undefined
  /**
   * Whole units of the native coin: only tokens that are listed at or above it. As text it is sent digit by digit; a
   * number below 0.000001 would be sent with an exponent.
   */
  readonly minFloorAskPrice?: number | string | undefined
  /** The same for tokens that are listed at or below it. */
  readonly maxFloorAskPrice?: number | string | undefined
  /** What the tokens are sorted by. */
  readonly sortBy?: 'floorAskPrice' | 'tokenId' | 'rarity' | 'updatedAt' | undefined
  /** Ascending or descending. */
  readonly sortDirection?: 'asc' | 'desc' | undefined
  /** Also reads the best offer for each token. */
  readonly includeTopBid?: boolean | undefined
  /** Also reads the attributes of each token. */
  readonly includeAttributes?: boolean | undefined
  /** Also reads the last sale of each token. */
  readonly includeLastSale?: boolean | undefined
  /** Also reads whether the owner announced an auction. */
  readonly includeAuction?: boolean | undefined
  /** Adds royalties that orders leave out to the prices. */
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which running auctions are read (`GET /auctions/v1`). */
export type AuctionsParameters = PageParameters & {
  /** Only auctions of tokens of this contract. */
  readonly collection?: string | undefined
  /** Only auctions that this account announced. */
  readonly seller?: string | undefined
}

/** Which collections are read (`GET /collections/v7`). */
export type CollectionsParameters = PageParameters & {
  /** Only the collection with this contract. */
  readonly id?: string | undefined
  /** Only the collections with these contracts. */
  readonly contract?: readonly string[] | undefined
  /** Only the collection with this slug. */
  readonly slug?: string | undefined
  /** Only collections whose names contain this text. */
  readonly name?: string | undefined
  /** What the collections are sorted by, such as `allTimeVolume`. */
  readonly sortBy?: string | undefined
  /** Ascending or descending. */
  readonly sortDirection?: 'asc' | 'desc' | undefined
  /** Adds royalties that orders leave out to the prices. */
  readonly normalizeRoyalties?: boolean | undefined
  /** Also reads whether tokens can be minted, for what, and until when. */
  readonly includeMintStages?: boolean | undefined
}

/** Which orders are read (`GET /orders/asks/v5`, `GET /orders/bids/v6`). */
export type OrdersParameters = PageParameters & {
  /** Only the orders with these hashes. */
  readonly ids?: readonly string[] | undefined
  /** Only orders for this token, `contract:tokenId`. */
  readonly token?: string | undefined
  /** Only orders for this set: `token:…`, `contract:…`, `range:…` or `list:…`. */
  readonly tokenSetId?: string | undefined
  /** Only orders for tokens of these contracts. */
  readonly contracts?: readonly string[] | undefined
  /** Only orders for tokens of this contract. */
  readonly collection?: string | undefined
  /** Only orders that this account signed. */
  readonly maker?: string | undefined
  /** Only orders in this state; active ones by default. */
  readonly status?: string | undefined
  /** Also listings that only one account can buy. */
  readonly includePrivate?: boolean | undefined
  /** What the orders are sorted by. */
  readonly sortBy?: 'createdAt' | 'price' | 'updatedAt' | undefined
  /** Ascending or descending. */
  readonly sortDirection?: 'asc' | 'desc' | undefined
  /** Also reads the names and pictures of what the orders are for. */
  readonly includeCriteriaMetadata?: boolean | undefined
  /** Also reads the complete signed orders. */
  readonly includeRawData?: boolean | undefined
  /** Adds royalties that orders leave out to the prices. */
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which tokens of an account are read. */
export type UserTokensParameters = PageParameters & {
  /** The account whose tokens are read. */
  readonly user: string
  /** Only these tokens, `contract:tokenId` each. */
  readonly tokens?: readonly string[] | undefined
  /** Only tokens of this contract. */
  readonly collection?: string | undefined
  /** Only tokens with an open listing. */
  readonly onlyListed?: boolean | undefined
  /** What the tokens are sorted by. */
  readonly sortBy?: 'acquiredAt' | 'lastAppraisalValue' | 'floorAskPrice' | undefined
  /** Ascending or descending. */
  readonly sortDirection?: 'asc' | 'desc' | undefined
  /** Also reads the best offer for each token. */
  readonly includeTopBid?: boolean | undefined
  /** Also reads the attributes of each token. */
  readonly includeAttributes?: boolean | undefined
  /** Also reads the last sale of each token. */
  readonly includeLastSale?: boolean | undefined
  /** Adds royalties that orders leave out to the prices. */
  readonly normalizeRoyalties?: boolean | undefined
}

/** Which orders of an account are read. */
export type UserOrdersParameters = PageParameters & {
  /** The account whose orders are read. */
  readonly user: string
  /** Only the orders with these hashes. */
  readonly ids?: readonly string[] | undefined
  /** Only orders in this state; active ones by default. */
  readonly status?: string | undefined
  /** Only orders for tokens of this contract. */
  readonly collection?: string | undefined
  /** What the orders are sorted by. */
  readonly sortBy?: 'createdAt' | 'price' | undefined
  /** Also reads the names and pictures of what the orders are for. */
  readonly includeCriteriaMetadata?: boolean | undefined
  /** Also reads the complete signed orders. */
  readonly includeRawData?: boolean | undefined
  /** Adds royalties that orders leave out to the prices. */
  readonly normalizeRoyalties?: boolean | undefined
}

/** Of a token, of a user, or of collections: the first that is given. */
export type ActivityParameters = PageParameters & {
  /** The token whose history is read, `contract:tokenId`. */
  readonly token?: string | undefined
  /** The account whose history is read. */
  readonly user?: string | undefined
  /** The contracts of the collections whose history is read. */
  readonly collection?: string | readonly string[] | undefined
  /** Only entries of these kinds, such as `sale` or `transfer`. */
  readonly types?: readonly string[] | undefined
  /** What the entries are sorted by: the time of the event, or when the provider learned of it. */
  readonly sortBy?: 'eventTimestamp' | 'createdAt' | undefined
}
