import * as v from 'valibot'
import { address, count, type HexString, maybe, object } from '../parse.ts'
import { type BestOrder, bestOrder } from './bestOrder.ts'
import { type Price, price } from './price.ts'
import { link, numberLike, shownText } from './shownFields.ts'

/** A share of each sale that goes to a creator. */
export interface Royalty {
  /** Basis points: hundredths of a percent. */
  bps?: number | null | undefined
  recipient?: HexString | null | undefined
}

/** The royalty of a collection, and whom it is split between. */
export interface Royalties extends Royalty {
  breakdown?: Royalty[] | null | undefined
}

/** A phase in which tokens of a collection can be minted. */
export interface MintStage {
  stage?: string | null | undefined
  /** `public` where anybody may mint. */
  kind?: string | null | undefined
  /** Of one token. */
  price?: Price | null | undefined
  /** Unix seconds. */
  startTime?: number | null | undefined
  /** Unix seconds. */
  endTime?: number | null | undefined
  maxMintsPerWallet?: number | null | undefined
}

/** Trading volume by period, or its change. */
export interface Volumes {
  '1day'?: number | null | undefined
  '7day'?: number | null | undefined
  '30day'?: number | null | undefined
  allTime?: number | null | undefined
}

/** A collection as `GET /collections/v7` shows it. */
export interface Collection {
  id: string
  chainId?: number | null | undefined
  slug?: string | null | undefined
  name?: string | null | undefined
  symbol?: string | null | undefined
  image?: string | null | undefined
  banner?: string | null | undefined
  description?: string | null | undefined
  primaryContract?: HexString | null | undefined
  contractKind?: string | null | undefined
  tokenCount?: number | null | undefined
  onSaleCount?: number | null | undefined
  ownerCount?: number | null | undefined
  royalties?: Royalties | null | undefined
  floorAsk?: BestOrder | null | undefined
  topBid?: BestOrder | null | undefined
  volume?: Volumes | null | undefined
  volumeChange?: Volumes | null | undefined
  collectionBidSupported?: boolean | null | undefined
  sampleImages?: string[] | null | undefined
  /** Whether one of the mint stages is open now. */
  isMinting?: boolean | null | undefined
  /** Only where the request asks for them. */
  mintStages?: MintStage[] | null | undefined
}

/** One value of an attribute. */
export interface AttributeValue {
  value: string
  /** How many tokens of the collection have it. */
  count?: number | null | undefined
  floorAskPrice?: Price | null | undefined
}

/** Values of one attribute of a collection with how many tokens have each. */
export interface AttributeValues {
  key: string
  kind?: string | null | undefined
  attributeCount?: number | null | undefined
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
