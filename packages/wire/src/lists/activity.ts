import * as v from 'valibot'
import { address, bytes32, type HexString, maybe, object } from '../parse.ts'
import { type Price, price } from './price.ts'
import { link, numberLike, shownText, tokenId } from './shownFields.ts'

/** The token that something happened to. */
export interface ActivityToken {
  tokenId?: string | null | undefined
  tokenName?: string | null | undefined
  tokenImage?: string | null | undefined
}

/** The collection that something happened in. */
export interface ActivityCollection {
  collectionId?: string | null | undefined
  collectionName?: string | null | undefined
  collectionImage?: string | null | undefined
}

/** One line of history: sale, ask, bid, mint, transfer, ask_cancel or bid_cancel. */
export interface Activity {
  type: string
  fromAddress?: HexString | null | undefined
  toAddress?: HexString | null | undefined
  price?: Price | null | undefined
  amount?: number | null | undefined
  /** Unix seconds. */
  timestamp?: number | null | undefined
  contract?: HexString | null | undefined
  token?: ActivityToken | null | undefined
  collection?: ActivityCollection | null | undefined
  txHash?: HexString | null | undefined
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
