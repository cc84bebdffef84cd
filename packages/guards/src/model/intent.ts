import type { Fee, FeeOnTop, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import type { AuctionTerms } from './auctionStatement.ts'
import { frozenCopy } from './frozenCopy.ts'

/** `contract` and `tokenId` of one token, with how many units. */
export type TokenUnits = { readonly contract: Address; readonly tokenId: bigint; readonly quantity: bigint }

/** An amount of one currency, in base units; the zero address is the native coin. */
export type Money = { readonly currency: Address; readonly amount: bigint }

type Common = {
  readonly chainId: number
  /** Whose wallet acts; lower-cased. */
  readonly account: Address
}

/**
 * What a buyer agreed to. `limits` bounds the whole outflow per currency in base units, fees on top and
 * tolerance included; a currency that is not in it may not leave. No limit at all means the price was
 * not agreed beforehand and must be confirmed on the card.
 */
export type BuyIntent = Common & {
  readonly action: 'buy'
  readonly items: readonly {
    readonly target:
      | { readonly kind: 'token'; readonly contract: Address; readonly tokenId: bigint }
      | { readonly kind: 'order'; readonly orderId: Hex }
      | { readonly kind: 'collection'; readonly contract: Address }
    readonly quantity: bigint
    /** Whether the tokens may be bought (`trade`), minted (`mint`), or either, which is what holds when absent. */
    readonly fillType?: 'trade' | 'mint' | 'preferMint' | undefined
    /** Most that one unit may cost, fees on top included; no order in another currency may serve the item. */
    readonly maxPrice?: Money | undefined
  }[]
  readonly limits: ReadonlyMap<Address, bigint> | undefined
  readonly recipient: Address
  readonly feesOnTop: readonly FeeOnTop[]
  readonly partial: boolean
  /** Royalties that an order leaves out are paid on top (ERC-2981, within the limits). */
  readonly normalizeRoyalties?: boolean | undefined
}

/** What a seller into offers agreed to. `minimums`: least net proceeds per currency, tolerance taken off. */
export type SellIntent = Common & {
  readonly action: 'sell'
  readonly items: readonly (TokenUnits & {
    readonly orderId: Hex | undefined
    /** Least that one unit must bring after all fees; no offer in another currency may be accepted for it. */
    readonly minPrice?: Money | undefined
  })[]
  readonly minimums: ReadonlyMap<Address, bigint> | undefined
  readonly feesOnTop: readonly FeeOnTop[]
  readonly partial: boolean
  readonly normalizeRoyalties?: boolean | undefined
}

/** Royalties a maker agreed to: read from the chain (ERC-2981), at most `maxBps`, or none. */
export type RoyaltyTerms = { readonly mode: 'none' } | { readonly mode: 'chain'; readonly maxBps: number }

/** What listings and bids have in common. */
export type OrderTerms = {
  readonly quantity: bigint
  /** Total for all units, base units of `currency`. */
  readonly gross: bigint
  readonly currency: Address
  /** Unix seconds. */
  readonly startTime: bigint | undefined
  /** Unix seconds. */
  readonly endTime: bigint
  readonly fees: readonly Fee[]
  readonly royalties: RoyaltyTerms
  readonly version: SeaportVersion
  readonly conduitKey: Hex | undefined
  readonly salt: bigint | undefined
  readonly offChainCancellable: boolean
  /** Id of the order that ends with it; then its salt, too. */
  readonly replaces?: Hex | undefined
  /** Where the order is to be posted; `reservoir`, the provider's own book, when absent. */
  readonly orderbook?: string | undefined
}

/** What a seller agreed to sign: listings, each with its price, times, fees and royalties. */
export type ListIntent = Common & {
  readonly action: 'list'
  /** Domain to attribute the orders to. */
  readonly source?: string | undefined
  readonly listings: readonly (OrderTerms & {
    readonly contract: Address
    readonly tokenId: bigint
    /** Price at `endTime` for a descending listing. */
    readonly endGross: bigint | undefined
    /** The only account that may buy. */
    readonly taker: Address | undefined
  })[]
}

/** What a bidder agreed to sign: offers for a token, a collection, a list of tokens or an attribute. */
export type BidIntent = Common & {
  readonly action: 'bid'
  readonly source?: string | undefined
  readonly bids: readonly (OrderTerms & {
    readonly target:
      | { readonly kind: 'token'; readonly contract: Address; readonly tokenId: bigint }
      | { readonly kind: 'collection'; readonly contract: Address }
      /** The exact tokens that satisfy an attribute or a list; the root is recomputed from them. */
      | { readonly kind: 'list'; readonly contract: Address; readonly tokenIds: readonly bigint[] }
      /** A list of tokens named by its Merkle root alone: which they are is the provider's word. */
      | { readonly kind: 'root'; readonly contract: Address; readonly root: bigint }
      | {
          readonly kind: 'attribute'
          readonly contract: Address
          readonly key: string
          readonly value: string
        }
  })[]
}

/** The orders that the account agreed to end. */
export type CancelIntent = Common & {
  readonly action: 'cancel'
  readonly orderIds: readonly Hex[]
  /** `all` bumps the counter: every order of the account. */
  readonly mode: 'orders' | 'all'
  /** The Seaport that the orders were signed for, where the caller knows it. */
  readonly version?: SeaportVersion | undefined
}

/** The tokens that the account agreed to send, and who receives them. */
export type TransferIntent = Common & {
  readonly action: 'transfer'
  readonly to: Address
  readonly items: readonly TokenUnits[]
}

/** What a seller agreed to say about offers for a token: on which terms they are welcome, or that they no longer are. */
export type AnnounceIntent = Common & {
  readonly action: 'announce'
  readonly contract: Address
  readonly tokenId: bigint
  /** Unix seconds at which it is said: of two statements about a token, the later one holds. */
  readonly at: bigint
  /** Absent for a withdrawal. */
  readonly terms: AuctionTerms | undefined
}

/** What the user agreed to, written down and frozen before the first request. */
export type Intent =
  | BuyIntent
  | SellIntent
  | ListIntent
  | BidIntent
  | CancelIntent
  | TransferIntent
  | AnnounceIntent

/**
 * Returns a deep-frozen copy of an intent, so that nothing can widen what was agreed.
 *
 * @example
 * const intent = freezeIntent({ action: 'transfer', chainId: 1, account, to, items })
 */
export function freezeIntent<const T extends Intent>(intent: T): T {
  return frozenCopy(intent)
}
