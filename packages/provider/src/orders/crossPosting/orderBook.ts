import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

/** A signed order as another order book is given it. */
export type OutgoingOrder = {
  readonly id: Hex
  readonly version: SeaportVersion
  readonly seaport: Address
  readonly components: OrderComponents
  readonly signature: Hex
  /** The poster's own key there; the house's when absent. */
  readonly apiKey: string | undefined
}

/** What another order book made of an order. */
export type PostOutcome =
  | { readonly state: 'posted' }
  /** It will never take this order; the reason is told to whoever posted it. */
  | { readonly state: 'refused'; readonly reason: string }
  /** It may take it later: after so many milliseconds, where it said so. */
  | { readonly state: 'later'; readonly reason: string; readonly after?: number }

/** Another house's order book that orders can be sent to. An adapter knows its language; the queue does the rest. */
export type OrderBook = {
  /** What requests name it by: `orderbook`. */
  readonly name: string
  readonly domain: string
  /** What the book takes of each sale, which an order must then pay. */
  readonly fee?: { readonly recipient: Address; readonly bps: number } | undefined
  readonly supports: { readonly collectionBids: boolean; readonly versions: readonly SeaportVersion[] }
  /** Orders a second that it takes. */
  readonly perSecond: number
  /** Never rejects: a book that cannot be reached is asked again later. */
  post(order: OutgoingOrder): Promise<PostOutcome>
}
