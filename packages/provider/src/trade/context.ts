import type { Keccak, SeaportVersion } from '@sluice/seaport'
import type { postedOrder } from '@sluice/wire'
import type * as v from 'valibot'
import type { Address, Hex } from 'viem'
import type { OrderBook } from '../books/orderBook.ts'
import type { Live } from '../chain/live.ts'
import type { ZoneCosigner } from '../orders/zone/zoneCosigner.ts'
import type { Currency } from '../storage/orders/currency.ts'
import type { StoredOrder } from '../storage/orders/orders.ts'
import type { Book } from './book.ts'
import type { FillTrials } from './simulation/fillTrials.ts'
import type { RevertingOrders } from './simulation/revertingOrders.ts'

/** A conduit that is open for the chain's Seaport; the first one is preferred. */
export type KnownConduit = { readonly key: Hex; readonly address: Address }

/** What trading needs to know of a chain. */
export type TradeChain = {
  readonly id: number
  /** The native coin first, then every ERC-20 that orders may be priced in. */
  readonly currencies: readonly Currency[]
  /** The ERC-20 that wraps the native coin: the default currency of bids. */
  readonly wrapped: Address
  /** Newest first. */
  readonly seaports: readonly { readonly version: SeaportVersion; readonly address: Address }[]
  readonly conduits: readonly KnownConduit[]
  /** Other marketplaces' order books that new orders may be made for. */
  readonly orderBooks: readonly OrderBook[]
  /** Our own zone, whose orders are cancelled without gas. */
  readonly zone?: Address
  /** Moves several tokens at once through a conduit that lets it. */
  readonly transferHelper: Address
  /** Sells new tokens of collections with a public mint. */
  readonly seaDrop: Address
}

/** What a plan is made from. */
export type TradeContext = {
  readonly chain: TradeChain
  readonly book: Book
  readonly live: Live
  /** Tries whether calls revert before they are sent. */
  readonly trials: FillTrials
  /** While one purchase or sale is planned: the orders that its account cannot fill. */
  readonly reverting?: RevertingOrders
  /** Where the chain has our zone. */
  readonly cosigner?: ZoneCosigner | undefined
  /** Posts a signed order. @returns its id, or why it was rejected. */
  readonly postOrder: (
    order: v.InferOutput<typeof postedOrder>,
    source: string | undefined,
  ) => Promise<{ readonly id: Hex } | { readonly reason: string }>
  /**
   * Verifies and stores the signature of an order that another book kept until now.
   * @returns whether its maker signed.
   */
  readonly acceptSignature: (order: StoredOrder, signature: Hex) => Promise<boolean>
  /** Whether the contract that signed an order still says so (EIP-1271). */
  readonly stillSigned: (order: StoredOrder) => Promise<boolean>
  /** Dollars for one whole coin, where a rate is known: shown beside amounts, and never used to compute them. */
  readonly usd: (currency: Address) => number | undefined
  /** Unix seconds. */
  readonly now: () => bigint
  readonly randomBytes: (size: number) => Uint8Array
  readonly requestId: () => string
  /** A fast implementation, for trees of many orders. */
  readonly keccak: Keccak
  /** The root of a set of tokens, under which an offer names them; hashed once for offers on the same set. */
  readonly criteriaRoot: (tokenIds: readonly bigint[]) => bigint
}
