import { address, amount, bytes, count, type HexString, maybe, object } from '../parse.ts'
import { type BestOrder, bestOrder } from './bestOrder.ts'
import { type Price, price } from './price.ts'
import { tokenId } from './shownFields.ts'

/** What an owner said about offers for a token, with the signature that shows it. It binds nobody. */
export interface AnnouncedAuction {
  contract: HexString
  tokenId: string
  /** Who signed it, and owned the token when the provider answered. */
  seller: HexString
  /** The least amount that the seller says would be accepted. Its currency is the one that offers are compared in. */
  reserve: Price
  /** By how much an offer is to be above the best one, in basis points of it. */
  stepBps: number
  /** The same in base units of the currency; the larger step counts. */
  stepAmount: bigint
  /** Unix seconds. */
  announcedAt: number
  /** Unix seconds. */
  endsAt: number
  signature: HexString
}

/** An auction with the offers that the token has now. */
export interface Auction extends AnnouncedAuction {
  /** The best open offer in the auction's currency. */
  bestOffer?: BestOrder | null | undefined
  /** How many open offers the token has in the auction's currency; 1000 stands for more. */
  offerCount?: number | null | undefined
  /** The least amount of the next offer: by the step above the best one, and at least the reserve. */
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
