import * as v from 'valibot'
import { address, amount, bytes32, count, maybe, parse } from './parse.ts'

const numberLike = v.union([
  v.number(),
  v.pipe(v.string(), v.regex(/^-?[0-9]+(?:\.[0-9]+)?$/), v.transform(Number)),
])
/** Control characters, and those that turn the direction of what follows: a name made of them shows another. */
const disguises = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const longestName = 2_000
const longestLink = 1_000_000
/** Text that is only shown: cut where it is too long, because whoever mints a token writes it. */
const shown = v.pipe(
  v.string('must be text'),
  v.transform((text) => text.slice(0, longestName).replace(disguises, '')),
)
/** Shown, and absent where it is no text. */
const name = v.fallback(maybe(shown), undefined)
/** Absent where it is no text, or longer than a picture may be. */
const link = v.fallback(
  maybe(v.pipe(v.string('must be a link'), v.maxLength(longestLink, 'must be shorter'))),
  undefined,
)
/** A token's number: with its contract it says which token is meant. */
const tokenId = v.pipe(
  v.string('must be a token id'),
  v.regex(/^(?:0|[1-9][0-9]{0,77})$/, 'must be a token id'),
)

const currency = v.object({
  contract: address,
  name,
  symbol: name,
  decimals: v.optional(v.nullable(count(255)), 18),
  chainId: maybe(count()),
})
const amountOf = v.object({
  raw: amount,
  decimal: maybe(v.number()),
  usd: maybe(v.number()),
  native: maybe(v.number()),
})

/** A price: `amount` is gross; `netAmount` is what the seller keeps. `raw` is bigint base units. */
const price = v.object({ currency, amount: amountOf, netAmount: maybe(amountOf) })
/** A price: `amount` is gross, `netAmount` what the seller keeps; `raw` is base units. */
export type Price = v.InferOutput<typeof price>

const source = maybe(v.object({ id: name, domain: name, name, icon: link, url: link }))
const bestOrder = v.object({
  id: maybe(bytes32),
  price: maybe(price),
  maker: maybe(address),
  validFrom: maybe(v.number()),
  validUntil: maybe(v.number()),
  quantityRemaining: maybe(numberLike),
  source,
  dynamicPricing: maybe(v.unknown()),
})
const attribute = v.object({
  key: shown,
  kind: name,
  value: shown,
  tokenCount: maybe(numberLike),
  onSaleCount: maybe(numberLike),
  floorAskPrice: maybe(price),
})
const collectionBrief = v.object({ id: maybe(v.string()), name, image: link, slug: name, symbol: name })
const lastSale = maybe(v.object({ price: maybe(price), timestamp: maybe(v.number()) }))

const token = v.object({
  token: v.object({
    chainId: maybe(count()),
    contract: address,
    tokenId,
    name,
    description: name,
    image: link,
    imageSmall: link,
    imageLarge: link,
    media: link,
    kind: maybe(v.string()),
    supply: maybe(numberLike),
    rarityRank: maybe(v.number()),
    isFlagged: maybe(v.boolean()),
    collection: maybe(collectionBrief),
    owner: maybe(address),
    attributes: v.fallback(maybe(v.array(attribute)), undefined),
    lastSale,
  }),
  market: maybe(v.object({ floorAsk: maybe(bestOrder), topBid: maybe(bestOrder) })),
  updatedAt: name,
})
/** A token with its cheapest listing and best offer, as `GET /tokens/v7` shows it. */
export type Token = v.InferOutput<typeof token>

const royalty = v.object({ bps: maybe(v.number()), recipient: maybe(address) })
const volumes = maybe(
  v.object({
    '1day': maybe(v.number()),
    '7day': maybe(v.number()),
    '30day': maybe(v.number()),
    allTime: maybe(v.number()),
  }),
)
const collection = v.object({
  id: v.string(),
  chainId: maybe(count()),
  slug: name,
  name,
  symbol: name,
  image: link,
  banner: link,
  description: name,
  primaryContract: maybe(address),
  contractKind: maybe(v.string()),
  tokenCount: maybe(numberLike),
  onSaleCount: maybe(numberLike),
  ownerCount: maybe(numberLike),
  royalties: maybe(v.object({ ...royalty.entries, breakdown: maybe(v.array(royalty)) })),
  floorAsk: maybe(bestOrder),
  topBid: maybe(bestOrder),
  volume: volumes,
  volumeChange: volumes,
  collectionBidSupported: maybe(v.boolean()),
  sampleImages: maybe(v.array(v.string())),
})
/** A collection as `GET /collections/v7` shows it. */
export type Collection = v.InferOutput<typeof collection>

const criteria = v.object({
  kind: v.string(),
  data: maybe(
    v.object({
      token: maybe(v.object({ tokenId: maybe(v.string()), name, image: link })),
      collection: maybe(collectionBrief),
      attribute: maybe(v.object({ key: name, value: name })),
    }),
  ),
})
const order = v.object({
  id: bytes32,
  kind: v.string(),
  side: v.picklist(['sell', 'buy'] as const, 'must be sell or buy'),
  status: maybe(
    v.picklist(['active', 'inactive', 'expired', 'cancelled', 'filled'] as const, 'must be an order status'),
  ),
  tokenSetId: v.string(),
  contract: maybe(address),
  contractKind: maybe(v.string()),
  maker: address,
  taker: maybe(address),
  price: maybe(price),
  validFrom: maybe(v.number()),
  validUntil: maybe(v.number()),
  quantityFilled: maybe(numberLike),
  quantityRemaining: maybe(numberLike),
  criteria: maybe(criteria),
  source,
  feeBps: maybe(v.number()),
  feeBreakdown: maybe(v.array(v.object({ kind: name, recipient: maybe(address), bps: maybe(v.number()) }))),
  expiration: maybe(v.number()),
  isNativeOffChainCancellable: maybe(v.boolean()),
  rawData: maybe(v.unknown()),
  createdAt: name,
  updatedAt: name,
})
/** A listing or an offer, as `/orders/asks/v5`, `/orders/bids/v6` and `/users/{user}/asks|bids/v1` show it. */
export type MarketOrder = v.InferOutput<typeof order>

const userToken = v.object({
  token: v.object({
    ...v.omit(token.entries.token, ['collection']).entries,
    collection: maybe(v.object({ ...collectionBrief.entries, imageUrl: link, floorAskPrice: maybe(price) })),
    topBid: maybe(v.object({ id: maybe(bytes32), price: maybe(price) })),
  }),
  ownership: v.object({
    tokenCount: numberLike,
    onSaleCount: maybe(numberLike),
    floorAsk: maybe(bestOrder),
    acquiredAt: name,
  }),
})
/** A token that a user owns, with how many of it. */
export type UserToken = v.InferOutput<typeof userToken>

const activity = v.object({
  type: v.string(),
  fromAddress: maybe(address),
  toAddress: maybe(address),
  price: maybe(price),
  amount: maybe(numberLike),
  timestamp: maybe(v.number()),
  contract: maybe(address),
  token: maybe(v.object({ tokenId: maybe(tokenId), tokenName: name, tokenImage: link })),
  collection: maybe(
    v.object({ collectionId: maybe(v.string()), collectionName: name, collectionImage: link }),
  ),
  txHash: maybe(bytes32),
  order: maybe(v.object({ id: maybe(bytes32), side: maybe(v.string()) })),
})
/** One line of history: sale, ask, bid, mint, transfer, ask_cancel or bid_cancel. */
export type Activity = v.InferOutput<typeof activity>

const attributeValues = v.object({
  key: v.string(),
  kind: name,
  attributeCount: maybe(v.number()),
  values: v.optional(
    v.nullable(
      v.array(v.object({ value: v.string(), count: maybe(v.number()), floorAskPrice: maybe(price) })),
    ),
    [],
  ),
})
/** Values of one attribute of a collection with how many tokens have each. */
export type AttributeValues = v.InferOutput<typeof attributeValues>

const listedCurrency = v.object({ address, decimals: count(255), name, symbol: name })
const listedCurrencies = v.optional(v.nullable(v.array(listedCurrency)), [])
const exchange = v.object({
  orderKind: v.string(),
  enabled: maybe(v.boolean()),
  fee: maybe(v.object({ bps: maybe(v.number()) })),
  customFeesSupported: maybe(v.boolean()),
  numFeesSupported: maybe(v.number()),
  collectionBidSupported: maybe(v.boolean()),
  traitBidSupported: maybe(v.boolean()),
  partialOrderSupported: maybe(v.boolean()),
  supportedBidCurrencies: listedCurrencies,
  paymentTokens: listedCurrencies,
  minPriceRaw: maybe(amount),
  maxPriceRaw: maybe(amount),
  oracleEnabled: maybe(v.boolean()),
  minimumBidExpiry: maybe(v.number()),
})
const marketplaceConfiguration = v.object({
  name,
  domain: name,
  imageUrl: link,
  orderbook: v.string(),
  fee: maybe(v.object({ bps: maybe(v.number()) })),
  royalties: maybe(v.object({ minBps: maybe(v.number()), maxBps: maybe(v.number()) })),
  /** By order kind. */
  exchanges: v.record(v.string(), exchange),
})
/** A place where orders for a collection can be posted: what it takes, and on what terms. */
export type MarketplaceConfiguration = v.InferOutput<typeof marketplaceConfiguration>

const what = "The provider's answer"
const continuation = maybe(v.string())
type ListPage<TKey extends string, TItem> = { readonly [K in TKey]: readonly TItem[] } & {
  readonly continuation?: string | null | undefined
  /** Rows that could not be read and are left out. */
  readonly dropped: number
}

/**
 * Reads a page row by row: one that does not say what it is about is left out and counted, so that one
 * spammer's token takes no collection away. A page without a readable row is refused.
 */
function readPage<const TKey extends string, const TItem extends v.GenericSchema>(
  key: TKey,
  item: TItem,
  input: unknown,
): ListPage<TKey, v.InferOutput<TItem>> {
  const rows = v.array(v.unknown(), 'must be a list')
  const answer: { readonly [field: string]: unknown } = parse(
    v.object({ [key]: rows, continuation }),
    input,
    what,
  )
  const all = answer[key] as readonly unknown[]
  const items = all.flatMap((row) => {
    const read = v.safeParse(item, row, { abortEarly: true })
    return read.success ? [read.output] : []
  })
  if (items.length === 0 && all.length > 0) parse(v.object({ [key]: v.array(item) }), input, what)
  return { [key]: items, continuation: answer.continuation, dropped: all.length - items.length } as ListPage<
    TKey,
    v.InferOutput<TItem>
  >
}

/** Readers of the provider's lists: `unknown` in, typed page out. @throws {ParseError} */
export const parseTokens = (input: unknown) => readPage('tokens', token, input)
export const parseCollections = (input: unknown) => readPage('collections', collection, input)
export const parseOrders = (input: unknown) => readPage('orders', order, input)
export const parseUserTokens = (input: unknown) => readPage('tokens', userToken, input)
export const parseActivities = (input: unknown) => readPage('activities', activity, input)
export const parseAttributes = (input: unknown) =>
  parse(v.object({ attributes: v.array(attributeValues) }), input, what)
export const parseMarketplaceConfigurations = (input: unknown) =>
  parse(v.object({ marketplaces: v.array(marketplaceConfiguration) }), input, what)
