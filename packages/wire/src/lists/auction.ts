import { address, amount, bytes, count, type HexString, maybe, object } from '../parse.ts'
import { type BestOrder, bestOrder } from './bestOrder.ts'
import { type Price, price } from './price.ts'
import { tokenId } from './shownFields.ts'

/** A signed announcement by the owner of a token that invites offers. It is not binding. */
export interface AnnouncedAuction {
  /** Contract of the token. */
  contract: HexString
  /** Id of the token. */
  tokenId: string
  /** The account that signed it and owned the token when the provider answered. */
  seller: HexString
  /** The least amount that the seller would accept, in the currency in which offers are compared. */
  reserve: Price
  /** The least raise over the best offer, in basis points of it. */
  stepBps: number
  /** The least raise over the best offer, in base units. The larger step applies. */
  stepAmount: bigint
  /** Unix seconds. */
  announcedAt: number
  /** Unix seconds. */
  endsAt: number
  /** The seller's signature of the announcement. */
  signature: HexString
}

/** An auction with the offers that the token has now. */
export interface Auction extends AnnouncedAuction {
  /** The best open offer in the auction's currency. */
  bestOffer?: BestOrder | null | undefined
  /** How many open offers the token has in the auction's currency; 1000 means 1000 or more. */
  offerCount?: number | null | undefined
  /** The least amount of the next offer: the best offer plus the step, and at least the reserve. */
  nextOffer?: Price | null | undefined
}

/** An {@link Auction} in an answer. */
export const auction = object({
  contract: address,
  tokenId,
  seller: address,
  reserve: price,
  stepBps: count(10_000),
  stepAmount: amount,
  announcedAt: count(),
  endsAt: count(),
  signature: bytes(8192),
  bestOffer: maybe(bestOrder),
  offerCount: maybe(count()),
  nextOffer: maybe(price),
})
