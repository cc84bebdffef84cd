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
  /** The book will never accept this order; the poster receives the reason. */
  | { readonly state: 'refused'; readonly reason: string }
  /** The book may accept the order later: after so many milliseconds, where it named them. */
  | { readonly state: 'later'; readonly reason: string; readonly after?: number }

/** Names an order of a book. Its hash covers no contract: the same order may be signed for two versions of Seaport. */
export type OrderRef = {
  /** The hash that the book gives the order. */
  readonly id: Hex
  readonly seaport: Address
}

/** The key of an order in a map. */
export const refKey = ({ id, seaport }: OrderRef): string => `${seaport}:${id}`

/** An order as a book gives it: parsed, and nothing else. Its hash and its signature are still to be verified. */
export type BookOrder = OrderRef & {
  readonly components: OrderComponents
  /** `undefined` where the book gives the signature only to those who fill the order. */
  readonly signature: Hex | undefined
  /** The tokens that an offer is limited to; `undefined` where the components say it all. */
  readonly tokenIds: readonly bigint[] | undefined
  /** Whether the book offers it now; `undefined` in an event, which may be late. */
  readonly isOpen: boolean | undefined
}

/** One page of a book's orders of a collection. */
export type BookPage = {
  readonly orders: readonly BookOrder[]
  /** Entries that could not be read as orders. */
  readonly unreadable: number
  /** Where the next page begins; `undefined` on the last one. */
  readonly next: string | undefined
}

/** What a book reports while it is followed. Reports may be late, repeated or wrong. */
export type BookListener = {
  /** An order that was made, or that the book was asked about again (`isOpen`). */
  order(order: BookOrder): void
  /** The book no longer knows this order. */
  gone(order: OrderRef): void
  /** Something of this collection may have been missed: its pages have to be read again. */
  gap(contract: Address): void
}

/** A connection to the events of a book, which reconnects by itself until it is closed. */
export type BookStream = {
  /** Follows one more collection; one that is followed already stays as it is. */
  watch(contract: Address): void
  close(): void
}

/** An order that is about to be filled, by whom, and with which token. */
export type BookFillRequest = {
  readonly id: Hex
  readonly side: 'sell' | 'buy'
  readonly seaport: Address
  readonly components: OrderComponents
  /** The account that sends the transaction. */
  readonly fulfiller: Address
  readonly contract: Address
  readonly tokenId: bigint
  readonly units: bigint
}

/** What only the book can add to a fill. The rest of what a book would have sent is not used. */
export type BookFill = {
  readonly signature: Hex
  /** The data for the order's zone (SIP-7); `0x` where there is none. */
  readonly extraData: Hex
}

/** Reads orders of another marketplace, follows them, and gets what it takes to fill them. */
export type ReadableBook = {
  /** The zones that authorize fills of this book's restricted orders. */
  readonly zones: readonly Address[]
  /** Whether the book knows a collection. @throws {BookError} */
  knows(contract: Address, signal: AbortSignal): Promise<boolean>
  /**
   * Reads one page of the open orders of a collection.
   * @param cursor where the page begins: `next` of the page before.
   * @throws {BookError}
   */
  read(
    contract: Address,
    side: 'sell' | 'buy',
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<BookPage>
  /** Opens the book's stream of events. */
  follow(listener: BookListener): BookStream
  /** Gets what a fill needs, within a few seconds. @throws {BookError} */
  fulfill(request: BookFillRequest): Promise<BookFill>
}

/** Another marketplace's order book. An adapter implements its API; everything else is the same for every book. */
export type OrderBook = {
  /** Its name in requests, as `orderbook`. */
  readonly name: string
  /** Shown as the source of its orders. */
  readonly domain: string
  /** The book's fee, which an order must pay. */
  readonly fee?: { readonly recipient: Address; readonly bps: number } | undefined
  readonly supports: { readonly collectionBids: boolean; readonly versions: readonly SeaportVersion[] }
  /** The most orders per second that it accepts. */
  readonly perSecond: number
  /** Present where its orders are read as well. */
  readonly reads?: ReadableBook | undefined
  /** Never rejects: when a book cannot be reached, the order is posted again later. */
  post(order: OutgoingOrder): Promise<PostOutcome>
}
