import * as v from 'valibot'
import { address, bytes32, type HexString, maybe, object } from '../parse.ts'
import { type Price, price } from './price.ts'
import { link, numberLike, shownText, tokenId } from './shownFields.ts'

/** The token of an activity. */
export interface ActivityToken {
  /** Id of the token. */
  tokenId?: string | null | undefined
  /** Name of the token. */
  tokenName?: string | null | undefined
  /** Address of its picture. */
  tokenImage?: string | null | undefined
}

/** The collection of an activity. */
export interface ActivityCollection {
  /** Contract of the collection. */
  collectionId?: string | null | undefined
  /** Name of the collection. */
  collectionName?: string | null | undefined
  /** Address of its picture. */
  collectionImage?: string | null | undefined
}

/** One entry of a history: sale, ask, bid, mint, transfer, ask_cancel or bid_cancel. */
export interface Activity {
  /** What happened, such as `sale`, `ask` or `transfer`. */
  type: string
  /** The seller, sender or maker. */
  fromAddress?: HexString | null | undefined
  /** The buyer or recipient. */
  toAddress?: HexString | null | undefined
  /** The price of a sale or an order. */
  price?: Price | null | undefined
  /** Units that moved or that the order is for. */
  amount?: number | null | undefined
  /** Unix seconds. */
  timestamp?: number | null | undefined
  /** Contract of the collection. */
  contract?: HexString | null | undefined
  /** The token that it is about. */
  token?: ActivityToken | null | undefined
  /** The collection that it is about. */
  collection?: ActivityCollection | null | undefined
  /** Hash of the transaction, if there is one. */
  txHash?: HexString | null | undefined
  /** The order that was filled, made or cancelled, and its side. */
  order?: { id?: HexString | null | undefined; side?: string | null | undefined } | null | undefined
}

/** An {@link Activity} in an answer. */
export const activity = object({
  type: v.string(),
  fromAddress: maybe(address),
  toAddress: maybe(address),
  price: maybe(price),
  amount: maybe(numberLike),
  timestamp: maybe(v.number()),
  contract: maybe(address),
  token: maybe(object({ tokenId: maybe(tokenId), tokenName: shownText, tokenImage: link })),
  collection: maybe(
    object({ collectionId: maybe(v.string()), collectionName: shownText, collectionImage: link }),
  ),
  txHash: maybe(bytes32),
  order: maybe(object({ id: maybe(bytes32), side: maybe(v.string()) })),
})
