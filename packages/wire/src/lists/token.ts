import * as v from 'valibot'
import { address, bytes32, count, type HexString, maybe, object } from '../parse.ts'
import { type Auction, auction } from './auction.ts'
import { type BestOrder, bestOrder } from './bestOrder.ts'
import { type Price, price } from './price.ts'
import { link, numberLike, requiredText, shownText, tokenId } from './shownFields.ts'
import { type CollectionSummary, collectionSummary } from './summaries.ts'

/** One attribute of a token. */
export interface TokenAttribute {
  /** Name of the attribute. */
  key: string
  /** How its values are read, such as `string` or `number`. */
  kind?: string | null | undefined
  /** The value that the token has. */
  value: string
  /** How many tokens of the collection have this value. */
  tokenCount?: number | null | undefined
  /** How many tokens with this value are listed. */
  onSaleCount?: number | null | undefined
  /** The lowest price of a token with this value. */
  floorAskPrice?: Price | null | undefined
}

/** The last sale of a token. */
export interface LastSale {
  /** What it was sold for. */
  price?: Price | null | undefined
  /** Unix seconds. */
  timestamp?: number | null | undefined
}

/** The fields of a token that every list has. */
export interface TokenFields {
  /** The chain of the token. */
  chainId?: number | null | undefined
  /** Contract of the token. */
  contract: HexString
  /** Id of the token. */
  tokenId: string
  /** Name of the token. */
  name?: string | null | undefined
  /** What its metadata says of it. */
  description?: string | null | undefined
  /** Address of its picture. */
  image?: string | null | undefined
  /** Address of a small picture. */
  imageSmall?: string | null | undefined
  /** Address of a large picture. */
  imageLarge?: string | null | undefined
  /** Address of its video, sound or model. */
  media?: string | null | undefined
  /** `erc721` or `erc1155`. */
  kind?: string | null | undefined
  /** How many units exist. */
  supply?: number | null | undefined
  /** Its rank by rarity; 1 is the rarest. */
  rarityRank?: number | null | undefined
  /** Whether the provider's operator flagged it. */
  isFlagged?: boolean | null | undefined
  /** The account that owns it, if it has one owner. */
  owner?: HexString | null | undefined
  /** Its attributes, if requested. */
  attributes?: TokenAttribute[] | null | undefined
  /** Its last sale, if requested. */
  lastSale?: LastSale | null | undefined
}

/** A token with its collection. */
export interface TokenDetails extends TokenFields {
  /** Its collection. */
  collection?: CollectionSummary | null | undefined
}

/** The cheapest listing and the best offer of a token, and its auction if there is one and it was requested. */
export interface TokenMarket {
  /** The cheapest listing. */
  floorAsk?: BestOrder | null | undefined
  /** The best offer, if requested. */
  topBid?: BestOrder | null | undefined
  /** The announced auction, if there is one and it was requested. */
  auction?: Auction | null | undefined
}

/** A token with its cheapest listing and best offer, as `GET /tokens/v7` shows it. */
export interface Token {
  /** The token itself. */
  token: TokenDetails
  /** Its orders and its auction. */
  market?: TokenMarket | null | undefined
  /** When it last changed, in ISO 8601. */
  updatedAt?: string | null | undefined
}

/** The collection of a token that a user owns. */
export interface OwnedCollection extends CollectionSummary {
  /** Address of its picture. */
  imageUrl?: string | null | undefined
  /** The lowest price of its tokens. */
  floorAskPrice?: Price | null | undefined
}

/** A token that a user owns. */
export interface OwnedToken extends TokenFields {
  /** Its collection. */
  collection?: OwnedCollection | null | undefined
  /** The best offer, if requested. */
  topBid?: { id?: HexString | null | undefined; price?: Price | null | undefined } | null | undefined
}

/** How many units of a token a user owns, and how many of them are for sale. */
export interface Ownership {
  /** How many units the account owns. */
  tokenCount: number
  /** How many of them are listed. */
  onSaleCount?: number | null | undefined
  /** The cheapest listing. */
  floorAsk?: BestOrder | null | undefined
  /** When the account got it, in ISO 8601. */
  acquiredAt?: string | null | undefined
}

/** A token that a user owns, with the number of units, as `GET /users/{user}/tokens/v10` shows it. */
export interface UserToken {
  /** The token itself. */
  token: OwnedToken
  /** How much of it the account owns. */
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
      // An auction that cannot be read is left out, and the token is still shown.
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
