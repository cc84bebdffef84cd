import { type ConsiderationItem, type Fee, ItemType, type OrderComponents } from '@sluice/seaport'
import type { Address } from 'viem'

export type FlatFee = { readonly recipient: Address; readonly amount: bigint }

export type FeeTerms = {
  /** The royalties of the collection, in its own order. */
  readonly royalties: readonly Fee[]
  readonly automatedRoyalties: boolean
  /** Upper bound of the royalties' sum, in basis points. */
  readonly royaltyBps?: number | null | undefined
  /** Replace the collection's royalties. */
  readonly customRoyalties?: readonly Fee[] | null | undefined
  readonly marketplaceFees?: readonly Fee[] | null | undefined
  /** The older name of `marketplaceFees`. */
  readonly fees?: readonly Fee[] | null | undefined
}

/** Royalties in order until `cap` basis points are reached; the last one is reduced. */
export function capRoyalties(royalties: readonly Fee[], cap: number | undefined): readonly Fee[] {
  let left = cap ?? 10_000
  return royalties.flatMap(({ recipient, bps }) => {
    const paid = Math.min(bps, left)
    left -= paid
    return paid > 0 ? [{ recipient, bps: paid }] : []
  })
}

/** Fees that a new order carries: royalties first, then the marketplace's. */
export function orderFees(terms: FeeTerms): readonly Fee[] {
  const asked = terms.customRoyalties ?? (terms.automatedRoyalties ? terms.royalties : [])
  const marketplace = [...(terms.marketplaceFees ?? []), ...(terms.fees ?? [])]
  return [...capRoyalties(asked, terms.royaltyBps ?? undefined), ...marketplace].filter(({ bps }) => bps > 0)
}

/** Whether fees leave the maker something: `Σ bps·gross + Σ flat < gross`. */
export function feesFit(gross: bigint, fees: readonly Fee[], flat: readonly FlatFee[] = []): boolean {
  const bps = fees.reduce((sum, fee) => sum + BigInt(fee.bps), 0n)
  const fixed = flat.reduce((sum, fee) => sum + fee.amount, 0n)
  return (gross * bps) / 10_000n + fixed < gross
}

const plain = (item: ConsiderationItem) =>
  item.itemType === ItemType.native || item.itemType === ItemType.erc20

/**
 * Adds fixed fees to a new order: paid out of the maker's net on a listing, out of the offer on a bid.
 * @returns `undefined` where a fixed fee does not divide by the parts in which the order can be filled.
 */
export function withFlatFees(
  order: OrderComponents,
  flat: readonly FlatFee[],
  units: bigint,
): OrderComponents | undefined {
  const due = flat.filter(({ amount }) => amount > 0n)
  if (due.length === 0) return order
  const partial = order.orderType === 1 || order.orderType === 3
  if (partial && due.some(({ amount }) => amount % units !== 0n)) return undefined
  const total = due.reduce((sum, { amount }) => sum + amount, 0n)
  const [offered] = order.offer
  const net = order.consideration[0]
  if (offered === undefined || net === undefined) return undefined
  const listing = plain(net)
  const currency = listing ? net : offered
  const items = due.map(({ recipient, amount }) => ({
    itemType: currency.itemType,
    token: currency.token,
    identifierOrCriteria: 0n,
    startAmount: amount,
    endAmount: amount,
    recipient,
  }))
  if (!listing) return { ...order, consideration: [...order.consideration, ...items] }
  if (net.startAmount <= total || net.endAmount <= total) return undefined
  const payments = order.consideration.slice(1).filter(plain)
  const mirror = order.consideration.slice(1).filter((item) => !plain(item))
  const less = { ...net, startAmount: net.startAmount - total, endAmount: net.endAmount - total }
  return { ...order, consideration: [less, ...payments, ...items, ...mirror] }
}
