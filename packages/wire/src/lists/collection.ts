import * as v from 'valibot'
import { address, count, type HexString, maybe, object } from '../parse.ts'
import { type BestOrder, bestOrder } from './bestOrder.ts'
import { type Price, price } from './price.ts'
import { link, numberLike, shownText } from './shownFields.ts'

/** A share of each sale that goes to a creator. */
export interface Royalty {
  /** Basis points: hundredths of a percent. */
  bps?: number | null | undefined
  /** Who receives it. */
  recipient?: HexString | null | undefined
}

/** The royalty of a collection and its recipients. */
export interface Royalties extends Royalty {
  /** The share of each recipient. */
  breakdown?: Royalty[] | null | undefined
}

/** A phase in which tokens of a collection can be minted. */
export interface MintStage {
  /** Name of the phase. */
  stage?: string | null | undefined
  /** `public` if anyone may mint. */
  kind?: string | null | undefined
  /** Of one token. */
  price?: Price | null | undefined
  /** Unix seconds. */
  startTime?: number | null | undefined
  /** Unix seconds. */
  endTime?: number | null | undefined
  /** The most tokens that one account may mint. */
  maxMintsPerWallet?: number | null | undefined
}

/** Trading volume by period, or its change. */
export interface Volumes {
  /** The last 24 hours. */
  '1day'?: number | null | undefined
  /** The last 7 days. */
  '7day'?: number | null | undefined
  /** The last 30 days. */
  '30day'?: number | null | undefined
  /** Since the first trade. */
  allTime?: number | null | undefined
}

/** A collection as `GET /collections/v7` shows it. */
export interface Collection {
  /** Contract of the collection; some providers use other ids. */
  id: string
  /** The chain of the collection. */
  chainId?: number | null | undefined
  /** Short name for addresses of pages. */
  slug?: string | null | undefined
  /** Name of the collection. */
  name?: string | null | undefined
  /** Symbol of the contract. */
  symbol?: string | null | undefined
  /** Address of its picture. */
  image?: string | null | undefined
  /** Address of its banner. */
  banner?: string | null | undefined
  /** What the collection says of itself. */
  description?: string | null | undefined
  /** Contract of the collection. */
  primaryContract?: HexString | null | undefined
  /** `erc721` or `erc1155`. */
  contractKind?: string | null | undefined
  /** How many tokens it has. */
  tokenCount?: number | null | undefined
  /** How many of its tokens are listed. */
  onSaleCount?: number | null | undefined
  /** How many accounts own one. */
  ownerCount?: number | null | undefined
  /** Royalties of its tokens. */
  royalties?: Royalties | null | undefined
  /** The cheapest listing. */
  floorAsk?: BestOrder | null | undefined
  /** The best offer for any of its tokens. */
  topBid?: BestOrder | null | undefined
  /** Trading volume by period, in the native coin. */
  volume?: Volumes | null | undefined
  /** How the volume changed, by period. */
  volumeChange?: Volumes | null | undefined
  /** Whether offers for any of its tokens can be made. */
  collectionBidSupported?: boolean | null | undefined
  /** Addresses of pictures of some of its tokens. */
  sampleImages?: string[] | null | undefined
  /** Whether one of the mint stages is open now. */
  isMinting?: boolean | null | undefined
  /** Only if the request asks for them. */
  mintStages?: MintStage[] | null | undefined
}

/** One value of an attribute. */
export interface AttributeValue {
  /** The value. */
  value: string
  /** How many tokens of the collection have it. */
  count?: number | null | undefined
  /** The lowest price of a token with it. */
  floorAskPrice?: Price | null | undefined
}

/** Values of one attribute of a collection with how many tokens have each. */
export interface AttributeValues {
  /** Name of the attribute. */
  key: string
  /** How its values are read, such as `string` or `number`. */
  kind?: string | null | undefined
  /** How many values it has. */
  attributeCount?: number | null | undefined
  /** Its values. */
  values: AttributeValue[] | null
}

const royalty = object({ bps: maybe(v.number()), recipient: maybe(address) })
const volumes = object({
  '1day': maybe(v.number()),
  '7day': maybe(v.number()),
  '30day': maybe(v.number()),
  allTime: maybe(v.number()),
})

const mintStage = object({
  stage: shownText,
  kind: maybe(v.string()),
  price: maybe(price),
  startTime: maybe(v.number()),
  endTime: maybe(v.number()),
  maxMintsPerWallet: maybe(numberLike),
})

/** A {@link Collection} in an answer. */
export const collection = object({
  id: v.string(),
  chainId: maybe(count()),
  slug: shownText,
  name: shownText,
  symbol: shownText,
  image: link,
  banner: link,
  description: shownText,
  primaryContract: maybe(address),
  contractKind: maybe(v.string()),
  tokenCount: maybe(numberLike),
  onSaleCount: maybe(numberLike),
  ownerCount: maybe(numberLike),
  royalties: maybe(object({ ...royalty.entries, breakdown: maybe(v.array(royalty)) })),
  floorAsk: maybe(bestOrder),
  topBid: maybe(bestOrder),
  volume: maybe(volumes),
  volumeChange: maybe(volumes),
  collectionBidSupported: maybe(v.boolean()),
  sampleImages: maybe(v.array(v.string())),
  isMinting: maybe(v.boolean()),
  mintStages: maybe(v.array(mintStage)),
})

const attributeValue = object({ value: v.string(), count: maybe(v.number()), floorAskPrice: maybe(price) })

/** {@link AttributeValues} in an answer. */
export const attributeValues = object({
  key: v.string(),
  kind: shownText,
  attributeCount: maybe(v.number()),
  values: v.optional(v.nullable(v.array(attributeValue)), []),
})
