import * as v from 'valibot'
import { address, bytes32, count, type HexString, maybe, object } from '../parse.ts'
import { type Auction, auction } from './auction.ts'
import { type BestOrder, bestOrder } from './bestOrder.ts'
import { type Price, price } from './price.ts'
import { link, numberLike, requiredText, shownText, tokenId } from './shownFields.ts'
import { type CollectionSummary, collectionSummary } from './summaries.ts'

/** One attribute of a token. */
export interface TokenAttribute {
  key: string
  kind?: string | null | undefined
  value: string
  /** How many tokens of the collection have this value. */
  tokenCount?: number | null | undefined
  onSaleCount?: number | null | undefined
  floorAskPrice?: Price | null | undefined
}

/** The last sale of a token. */
export interface LastSale {
  price?: Price | null | undefined
  /** Unix seconds. */
  timestamp?: number | null | undefined
}

/** What every list shows of a token. */
export interface TokenFields {
  chainId?: number | null | undefined
  contract: HexString
  tokenId: string
  name?: string | null | undefined
  description?: string | null | undefined
  image?: string | null | undefined
  imageSmall?: string | null | undefined
  imageLarge?: string | null | undefined
  media?: string | null | undefined
  kind?: string | null | undefined
  supply?: number | null | undefined
  rarityRank?: number | null | undefined
  isFlagged?: boolean | null | undefined
  owner?: HexString | null | undefined
  attributes?: TokenAttribute[] | null | undefined
  lastSale?: LastSale | null | undefined
}

/** A token with its collection. */
export interface TokenDetails extends TokenFields {
  collection?: CollectionSummary | null | undefined
}

/** The cheapest listing of a token, its best offer, and its auction where one was announced and asked for. */
export interface TokenMarket {
  floorAsk?: BestOrder | null | undefined
  topBid?: BestOrder | null | undefined
  auction?: Auction | null | undefined
}

/** A token with its cheapest listing and best offer, as `GET /tokens/v7` shows it. */
export interface Token {
  token: TokenDetails
  market?: TokenMarket | null | undefined
  updatedAt?: string | null | undefined
}

/** The collection of a token that a user owns. */
export interface OwnedCollection extends CollectionSummary {
  imageUrl?: string | null | undefined
  floorAskPrice?: Price | null | undefined
}

/** A token that a user owns. */
export interface OwnedToken extends TokenFields {
  collection?: OwnedCollection | null | undefined
  topBid?: { id?: HexString | null | undefined; price?: Price | null | undefined } | null | undefined
}

/** How many units of a token a user owns, and how many of them are for sale. */
export interface Ownership {
  tokenCount: number
  onSaleCount?: number | null | undefined
  floorAsk?: BestOrder | null | undefined
  acquiredAt?: string | null | undefined
}

/** A token that a user owns, with how many of it, as `GET /users/{user}/tokens/v10` shows it. */
export interface UserToken {
  token: OwnedToken
  ownership: Ownership
}

const attribute = object({
  key: requiredText,
  kind: shownText,
  value: requiredText,
  tokenCount: maybe(numberLike),
  onSaleCount: maybe(numberLike),
  floorAskPrice: maybe(price),
})

const tokenFields = {
  chainId: maybe(count()),
  contract: address,
  tokenId,
  name: shownText,
  description: shownText,
  image: link,
  imageSmall: link,
  imageLarge: link,
  media: link,
  kind: maybe(v.string()),
  supply: maybe(numberLike),
  rarityRank: maybe(v.number()),
  isFlagged: maybe(v.boolean()),
  owner: maybe(address),
  attributes: v.fallback(maybe(v.array(attribute)), undefined),
  lastSale: maybe(object({ price: maybe(price), timestamp: maybe(v.number()) })),
}

/** A {@link Token} in an answer. */
export const token = object({
  token: object({ ...tokenFields, collection: maybe(collectionSummary) }),
  market: maybe(
    object({
      floorAsk: maybe(bestOrder),
      topBid: maybe(bestOrder),
      // What cannot be read is no auction: the token is shown without it.
      auction: v.fallback(maybe(auction), undefined),
    }),
  ),
  updatedAt: shownText,
})

const ownedCollection = object({
  ...collectionSummary.entries,
  imageUrl: link,
  floorAskPrice: maybe(price),
})

/** A {@link UserToken} in an answer. */
export const userToken = object({
  token: object({
    ...tokenFields,
    collection: maybe(ownedCollection),
    topBid: maybe(object({ id: maybe(bytes32), price: maybe(price) })),
  }),
  ownership: object({
    tokenCount: numberLike,
    onSaleCount: maybe(numberLike),
    floorAsk: maybe(bestOrder),
    acquiredAt: shownText,
  }),
})
