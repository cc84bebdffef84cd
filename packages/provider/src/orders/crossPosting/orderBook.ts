import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

/** A signed order as it is posted to another order book. */
export type OutgoingOrder = {
  readonly id: Hex
  readonly version: SeaportVersion
  readonly seaport: Address
  readonly components: OrderComponents
  readonly signature: Hex
  /** The poster's own key there; the provider's when absent. */
  readonly apiKey: string | undefined
}

/** The outcome of posting an order to another order book. */
export type PostOutcome =
  | { readonly state: 'posted' }
  /** The book will never accept this order; the poster is told the reason. */
  | { readonly state: 'refused'; readonly reason: string }
  /** The book may accept the order later: after so many milliseconds, where it said so. */
  | { readonly state: 'later'; readonly reason: string; readonly after?: number }

/** Another marketplace's order book that orders can be posted to. An adapter implements its API; the queue does the rest. */
export type OrderBook = {
  /** Its name in requests, as `orderbook`. */
  readonly name: string
  readonly domain: string
  /** The book's fee, which an order must pay. */
  readonly fee?: { readonly recipient: Address; readonly bps: number } | undefined
  readonly supports: { readonly collectionBids: boolean; readonly versions: readonly SeaportVersion[] }
  /** The most orders per second that it accepts. */
  readonly perSecond: number
  /** Never rejects: when a book cannot be reached, the order is posted again later. */
  post(order: OutgoingOrder): Promise<PostOutcome>
}
