import type { Address, Hex } from 'viem'
import { zeroAddress, zeroHash } from '../model/addresses.ts'
import { feeAmount } from '../model/amounts.ts'
import { SeaportError } from '../model/errors.ts'
import {
  type ConsiderationItem,
  type Fee,
  ItemType,
  type OfferItem,
  type OrderComponents,
  OrderType,
} from '../model/types.ts'

type Terms = {
  readonly maker: Address
  /** Total for all units, base units of `currency`. */
  readonly gross: bigint
  /** Zero address for the native coin. */
  readonly currency: Address
  readonly quantity: bigint
  readonly fees: readonly Fee[]
  /** Unix seconds. */
  readonly startTime: bigint
  /** Unix seconds. */
  readonly endTime: bigint
  readonly salt: bigint
  readonly conduitKey: Hex
  readonly counter: bigint
  /**
   * Whether units can be bought or sold one by one. By default they can if the price is divisible by the quantity.
   * `true` requires it (the terms are rejected if it is not divisible), `false` sells all or nothing.
   */
  readonly partial?: boolean | undefined
  readonly zone?: Address | undefined
  readonly zoneHash?: Hex | undefined
}

export type ListingTerms = Terms & {
  readonly token: Address
  readonly tokenId: bigint
  readonly kind: 'erc721' | 'erc1155'
  /** Price at `endTime`; the same as `gross` for a fixed price. */
  readonly endGross?: bigint | undefined
  /** The only account that may buy. */
  readonly taker?: Address | undefined
}

export type BidTerms = Terms & {
  readonly target:
    | { readonly kind: 'erc721' | 'erc1155'; readonly token: Address; readonly tokenId: bigint }
    /** `root` zero means any token of the collection. */
    | { readonly kind: 'erc721' | 'erc1155'; readonly token: Address; readonly root: bigint }
}

/** Thrown for terms from which no order can be built. `field` names the invalid term. */
export class TermsError extends SeaportError {
  override readonly name = 'TermsError'
  readonly field: string
  constructor(field: string, message: string) {
    super('invalid_terms', message)
    this.field = field
  }
}

/** Returns whether units can be bought one by one: each payment must be divisible by the quantity (InexactFraction). */
function isPartial(terms: Terms, endGross: bigint, open: boolean): boolean {
  const divides = terms.gross % terms.quantity === 0n && endGross % terms.quantity === 0n
  if (terms.partial !== true) return open && divides && terms.quantity > 1n && terms.partial !== false
  if (terms.quantity === 1n) throw new TermsError('partial', 'A single unit cannot be split.')
  if (!open) throw new TermsError('partial', 'A private listing is bought whole.')
  if (!divides) throw new TermsError('price', 'The price does not divide by the quantity.')
  return true
}

/** Returns one fee of a price. If the order can be filled in part, the fee is a whole number per unit. */
function feeOf(gross: bigint, bps: number, quantity: bigint, perUnit: boolean): bigint {
  return perUnit ? feeAmount(gross / quantity, bps) * quantity : feeAmount(gross, bps)
}

function typeOf(terms: Terms, partial: boolean): OrderType {
  const restricted = terms.zone !== undefined && terms.zone !== zeroAddress
  if (restricted) return partial ? OrderType.partialRestricted : OrderType.fullRestricted
  return partial ? OrderType.partialOpen : OrderType.fullOpen
}

function check(terms: Terms, endGross: bigint, single: boolean): void {
  if (terms.gross <= 0n || endGross <= 0n) throw new TermsError('price', 'The price must be above zero.')
  if (terms.quantity <= 0n) throw new TermsError('quantity', 'The quantity must be at least one.')
  if (single && terms.quantity > 1n) throw new TermsError('quantity', 'An ERC-721 token is one unit.')
  if (terms.endTime <= terms.startTime) throw new TermsError('endTime', 'The order must end after it starts.')
  const bps = terms.fees.reduce((sum, fee) => sum + fee.bps, 0)
  if (terms.fees.some((fee) => fee.bps < 0 || !Number.isInteger(fee.bps)))
    throw new TermsError('fees', 'Fees are whole basis points.')
  if (bps >= 10_000) throw new TermsError('fees', 'The fees are as high as the price.')
}

const head = (terms: Terms, partial: boolean) => ({
  offerer: terms.maker,
  zone: terms.zone ?? zeroAddress,
  orderType: typeOf(terms, partial),
  startTime: terms.startTime,
  endTime: terms.endTime,
  zoneHash: terms.zoneHash ?? zeroHash,
  salt: terms.salt,
  conduitKey: terms.conduitKey,
  counter: terms.counter,
})

/**
 * Builds a listing. It offers the NFT. Its consideration is the net price for the maker, then each fee `⌊gross·bps/10⁴⌋`,
 * then the NFT itself if there is a private taker. A listing of several units can be bought in part if its price is
 * divisible by them.
 * @throws {TermsError}
 * @example
 * ```ts
 * const order = buildListing({
 *   ...{ maker, token, tokenId: 42n, kind: 'erc721', quantity: 1n, currency: zeroAddress, gross: 10n ** 18n },
 *   ...{ fees: [{ recipient: creator, bps: 500 }], startTime: now, endTime: now + 86_400n },
 *   ...{ salt, conduitKey: openseaConduitKey, counter },
 * })
 * ```
 */
export function buildListing(terms: ListingTerms): OrderComponents {
  const endGross = terms.endGross ?? terms.gross
  check(terms, endGross, terms.kind === 'erc721')
  const partial = isPartial(terms, endGross, terms.taker === undefined)
  const payment = (recipient: Address, startAmount: bigint, endAmount: bigint): ConsiderationItem => ({
    itemType: terms.currency === zeroAddress ? ItemType.native : ItemType.erc20,
    token: terms.currency,
    identifierOrCriteria: 0n,
    startAmount,
    endAmount,
    recipient,
  })
  const fees = terms.fees
    .map(({ recipient, bps }) =>
      payment(
        recipient,
        feeOf(terms.gross, bps, terms.quantity, partial),
        feeOf(endGross, bps, terms.quantity, partial),
      ),
    )
    .filter((item) => item.startAmount > 0n || item.endAmount > 0n)
  const sum = (pick: (item: ConsiderationItem) => bigint) =>
    fees.reduce((total, item) => total + pick(item), 0n)
  const net = payment(
    terms.maker,
    terms.gross - sum((item) => item.startAmount),
    endGross - sum((item) => item.endAmount),
  )
  const nft: OfferItem = {
    itemType: terms.kind === 'erc721' ? ItemType.erc721 : ItemType.erc1155,
    token: terms.token,
    identifierOrCriteria: terms.tokenId,
    startAmount: terms.quantity,
    endAmount: terms.quantity,
  }
  const mirror = terms.taker === undefined ? [] : [{ ...nft, recipient: terms.taker }]
  return { ...head(terms, partial), offer: [nft], consideration: [net, ...fees, ...mirror] }
}

/**
 * Builds an offer. It offers an ERC-20. Its consideration is the NFT (one token, any of the collection, or one under a
 * criteria root) for the maker, then each fee in the same ERC-20, paid from the offer.
 * @throws {TermsError}
 * @example
 * ```ts
 * const order = buildBid({
 *   ...{ maker, target: { kind: 'erc721', token, root: 0n }, quantity: 1n, currency: weth, gross: 10n ** 18n },
 *   ...{ fees: [], startTime: now, endTime: now + 86_400n, salt, conduitKey: openseaConduitKey, counter },
 * })
 * ```
 */
export function buildBid(terms: BidTerms): OrderComponents {
  check(terms, terms.gross, terms.target.kind === 'erc721' && 'tokenId' in terms.target)
  if (terms.currency === zeroAddress)
    throw new TermsError('currency', 'Offers are made in an ERC-20, not in the native coin.')
  // Several ERC-721 tokens are always given one by one.
  const several = terms.target.kind === 'erc721' && terms.quantity > 1n
  if (several && terms.partial === false)
    throw new TermsError('partial', 'An offer for several ERC-721 tokens is accepted one token at a time.')
  const partial = isPartial(several ? { ...terms, partial: true } : terms, terms.gross, true)
  const erc20 = { itemType: ItemType.erc20, token: terms.currency, identifierOrCriteria: 0n }
  const [one, any] =
    terms.target.kind === 'erc721'
      ? [ItemType.erc721, ItemType.erc721Criteria]
      : [ItemType.erc1155, ItemType.erc1155Criteria]
  const [itemType, identifierOrCriteria] =
    'tokenId' in terms.target ? [one, terms.target.tokenId] : [any, terms.target.root]
  const nft: ConsiderationItem = {
    itemType,
    token: terms.target.token,
    identifierOrCriteria,
    startAmount: terms.quantity,
    endAmount: terms.quantity,
    recipient: terms.maker,
  }
  const fees = terms.fees
    .map(({ recipient, bps }) => ({ recipient, amount: feeOf(terms.gross, bps, terms.quantity, partial) }))
    .filter(({ amount }) => amount > 0n)
    .map(({ recipient, amount }) => ({ ...erc20, startAmount: amount, endAmount: amount, recipient }))
  const offer = [{ ...erc20, startAmount: terms.gross, endAmount: terms.gross }]
  return { ...head(terms, partial), offer, consideration: [nft, ...fees] }
}
