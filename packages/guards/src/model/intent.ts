import type { Fee, FeeOnTop, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import type { AuctionTerms } from './auctionStatement.ts'
import { frozenCopy } from './frozenCopy.ts'

/** One token and a number of its units. */
export type TokenUnits = { readonly contract: Address; readonly tokenId: bigint; readonly quantity: bigint }

/** An amount of one currency, in base units; the zero address is the native coin. */
export type Money = { readonly currency: Address; readonly amount: bigint }

type Common = {
  readonly chainId: number
  /** The account that signs and sends; lower-case. */
  readonly account: Address
}

/**
 * What a buyer agreed to. `limits` is the most that may be spent per currency, in base units, with fees on top and
 * tolerance included. A currency that is not listed must not be spent. Without `limits` no price was agreed beforehand,
 * and the user must confirm the price on the card.
 */
export type BuyIntent = Common & {
  readonly action: 'buy'
  readonly items: readonly {
    readonly target:
      | { readonly kind: 'token'; readonly contract: Address; readonly tokenId: bigint }
      | { readonly kind: 'order'; readonly orderId: Hex }
      | { readonly kind: 'collection'; readonly contract: Address }
    readonly quantity: bigint
    /** Whether the tokens may be bought (`trade`), minted (`mint`) or either (`preferMint`, the default). */
    readonly fillType?: 'trade' | 'mint' | 'preferMint' | undefined
    /** The most that one unit may cost, fees on top included. Orders in another currency cannot fill the item. */
    readonly maxPrice?: Money | undefined
  }[]
  readonly limits: ReadonlyMap<Address, bigint> | undefined
  readonly recipient: Address
  readonly feesOnTop: readonly FeeOnTop[]
  readonly partial: boolean
  /** Whether royalties (ERC-2981) that an order leaves out are paid on top, within the limits. */
  readonly normalizeRoyalties?: boolean | undefined
}

/**
 * What a user who accepts offers agreed to. `minimums` is the least that the user must receive per currency after fees,
 * with the tolerance already subtracted.
 */
export type SellIntent = Common & {
  readonly action: 'sell'
  readonly items: readonly (TokenUnits & {
    readonly orderId: Hex | undefined
    /** The least that one unit must bring after all fees. Offers in another currency cannot fill the item. */
    readonly minPrice?: Money | undefined
  })[]
  readonly minimums: ReadonlyMap<Address, bigint> | undefined
  readonly feesOnTop: readonly FeeOnTop[]
  readonly partial: boolean
  readonly normalizeRoyalties?: boolean | undefined
}

/** Royalties that a maker agreed to pay: none, or those on chain (ERC-2981) up to `maxBps`. */
export type RoyaltyTerms = { readonly mode: 'none' } | { readonly mode: 'chain'; readonly maxBps: number }

/** The terms that listings and bids share. */
export type OrderTerms = {
  readonly quantity: bigint
  /** Total price of all units, in base units of `currency`. */
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
  /** Id of the order that this one replaces. The new order uses that id as its salt. */
  readonly replaces?: Hex | undefined
  /** The order book to post to; the default is `reservoir`, the provider's own book. */
  readonly orderbook?: string | undefined
}

/** What a seller agreed to sign: listings, each with its price, times, fees and royalties. */
export type ListIntent = Common & {
  readonly action: 'list'
  /** Domain that the orders are attributed to. */
  readonly source?: string | undefined
  readonly listings: readonly (OrderTerms & {
    readonly contract: Address
    readonly tokenId: bigint
    /** Price at `endTime` of a listing whose price falls. */
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
      /** An explicit list of tokens. The guards compute the Merkle root from it. */
      | { readonly kind: 'list'; readonly contract: Address; readonly tokenIds: readonly bigint[] }
      /** A list of tokens known only by its Merkle root. The guards cannot check which tokens it has. */
      | { readonly kind: 'root'; readonly contract: Address; readonly root: bigint }
      | {
          readonly kind: 'attribute'
          readonly contract: Address
          readonly key: string
          readonly value: string
        }
  })[]
}

/** The orders that the account agreed to cancel. */
export type CancelIntent = Common & {
  readonly action: 'cancel'
  readonly orderIds: readonly Hex[]
  /** `orders` cancels `orderIds`; `all` increments the counter, which cancels every order of the account. */
  readonly mode: 'orders' | 'all'
  /** The Seaport version that the orders were signed for, if the caller knows it. */
  readonly version?: SeaportVersion | undefined
}

/** The tokens that the account agreed to send, and who receives them. */
export type TransferIntent = Common & {
  readonly action: 'transfer'
  readonly to: Address
  readonly items: readonly TokenUnits[]
}

/** What a seller agreed to announce about a token: the terms on which offers are invited, or a withdrawal. */
export type AnnounceIntent = Common & {
  readonly action: 'announce'
  readonly contract: Address
  readonly tokenId: bigint
  /** Unix seconds of the statement. The latest statement about a token applies. */
  readonly at: bigint
  /** `undefined` for a withdrawal. */
  readonly terms: AuctionTerms | undefined
}

/** What the user agreed to. It is frozen before the first request. */
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
 * ```ts
 * const intent = freezeIntent({ action: 'transfer', chainId: 1, account, to, items })
 * ```
 */
export function freezeIntent<const T extends Intent>(intent: T): T {
  return frozenCopy(intent)
}
