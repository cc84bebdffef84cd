import {
  type ConsiderationItem,
  type Fee,
  feeAmount,
  ItemType,
  isCurrency,
  type OrderComponents,
} from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import type { OrderFindings } from './orderFindings.ts'

type Share = { start: bigint; end: bigint }
type Shares = ReadonlyMap<Address, Share>

/** Returns the items of a consideration whose type fits, each with its path. */
export const itemsWithPaths = (items: readonly ConsiderationItem[], fits: (itemType: ItemType) => boolean) =>
  items
    .map((item, index) => ({ item, path: `consideration.${index}` }))
    .filter(({ item }) => fits(item.itemType))

/** The total price of an order. If `maker` is set (a listing), what remains after fees goes to the maker. */
export type Price = {
  readonly currency: Address
  readonly gross: Share
  readonly quantity: bigint
  readonly maker: Address | undefined
}

/** Adds to the share of a recipient. */
function addShare(shares: Map<Address, Share>, recipient: Address, { start, end }: Share): void {
  const before = shares.get(recipient) ?? { start: 0n, end: 0n }
  shares.set(recipient, { start: before.start + start, end: before.end + end })
}

/** Returns the share that each recipient gets. */
function sharesOf(items: readonly ConsiderationItem[]): Shares {
  const shares = new Map<Address, Share>()
  for (const { recipient, startAmount: start, endAmount: end } of items)
    addShare(shares, recipient, { start, end })
  return shares
}

/**
 * Yields every correct way to round the same fees: each fee by itself or all fees of a recipient together, and computed
 * on the whole price or on the price of one unit.
 */
function* honestShares(
  fees: readonly Fee[],
  gross: Share,
  quantity: bigint,
  maker: Address | undefined,
): Generator<Shares> {
  const perRecipient = [...new Set(fees.map((fee) => fee.recipient))].map((recipient) => ({
    recipient,
    bps: fees.reduce((sum, fee) => (fee.recipient === recipient ? sum + fee.bps : sum), 0),
  }))
  const isDivisible = quantity > 1n && gross.start % quantity === 0n && gross.end % quantity === 0n
  const lists = perRecipient.length === fees.length ? [fees] : [fees, perRecipient]
  for (const list of lists)
    for (const count of isDivisible ? [1n, quantity] : [1n]) {
      const feeOf = (amount: bigint, bps: number) => feeAmount(amount / count, bps) * count
      const shares = new Map<Address, Share>()
      let rest = gross
      for (const { recipient, bps } of list) {
        const share = { start: feeOf(gross.start, bps), end: feeOf(gross.end, bps) }
        addShare(shares, recipient, share)
        rest = { start: rest.start - share.start, end: rest.end - share.end }
      }
      if (maker !== undefined) addShare(shares, maker, rest)
      for (const [recipient, { start, end }] of shares)
        if (start === 0n && end === 0n) shares.delete(recipient)
      yield shares
    }
}

const sameShares = (a: Shares, b: Shares): boolean =>
  a.size === b.size &&
  [...a].every(([recipient, share]) => {
    const other = b.get(recipient)
    return other?.start === share.start && other.end === share.end
  })

/**
 * Compares the payments of the provider's order with the agreed fees. Currency, recipients and amounts must be the same;
 * payments may be sorted and split differently.
 */
export function comparePayments(
  offered: OrderComponents,
  fees: readonly Fee[],
  price: Price,
  { block }: OrderFindings,
): undefined {
  const { currency, gross, quantity, maker } = price
  const payments = itemsWithPaths(offered.consideration, isCurrency)
  const itemType = currency === zeroAddress ? ItemType.native : ItemType.erc20
  for (const { item, path } of payments) {
    if (item.itemType !== itemType || item.token !== currency || item.identifierOrCriteria !== 0n)
      block('ORD_CONS_CURRENCY', `${path}.token`, item.token, currency)
    if (gross.start === gross.end && item.startAmount !== item.endAmount)
      block('ORD_DUTCH', `${path}.endAmount`, item.endAmount, item.startAmount)
  }
  const shares = sharesOf(
    payments.map(({ item }) => item).filter((item) => item.startAmount > 0n || item.endAmount > 0n),
  )
  let ours: Shares | undefined
  for (const honest of honestShares(fees, gross, quantity, maker)) {
    if (sameShares(honest, shares)) return
    ours ??= honest
  }
  const recipients = [...(ours?.keys() ?? [])]
  let blamed = false
  for (const { item, path } of payments) {
    const expected = ours?.get(item.recipient)
    const actual = shares.get(item.recipient)
    if (expected === undefined) {
      const first = maker !== undefined && path === 'consideration.0'
      block(first ? 'ORD_CONS_RECIPIENT' : 'ORD_FEE', `${path}.recipient`, item.recipient)
      blamed = true
    } else if (actual?.start !== expected.start || actual.end !== expected.end) {
      block(
        item.recipient === maker ? 'ORD_PRICE' : 'ORD_FEE',
        `${path}.startAmount`,
        actual?.start,
        expected.start,
      )
      blamed = true
    }
  }
  if (!blamed || recipients.some((recipient) => !shares.has(recipient)))
    block(
      maker !== undefined && !shares.has(maker) ? 'ORD_PRICE' : 'ORD_FEE',
      'consideration',
      payments.length,
    )
}
