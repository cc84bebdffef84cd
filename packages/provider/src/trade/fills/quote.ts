import { amountAt, type Fee, fractionOf, ItemType, orderShape } from '@sluice/seaport'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { Currency } from '../../storage/orders/currency.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { FlatFee } from '../fees.ts'

/** An order chosen to be filled: `units` of it, for `tokenId`. */
export type Chosen = {
  readonly order: StoredOrder
  readonly tokenId: bigint
  readonly units: bigint
  /** Index of the request's item that asked for it. */
  readonly itemIndex: number
  /** Proof of the token under a bid's criteria root. */
  readonly proof?: readonly Hex[] | undefined
  /** The data that the order's zone requires. */
  readonly extraData?: Hex | undefined
}

/** One extra payment of a fill, per unit, in base units of the order's currency. */
export type ExtraFee = { readonly kind?: 'royalty'; readonly recipient: Address; readonly perUnit: bigint }

/** A chosen order with its amounts, in base units of the order's currency. */
export type Quoted = {
  readonly chosen: Chosen
  readonly currency: Currency
  /** Ask: what the order takes for all units. Bid: what it pays for all units, before its fees. */
  readonly gross: bigint
  readonly extras: readonly ExtraFee[]
}

/** Seconds for which a quote covers a rising price. */
export const quoteLifetime = 300n

/** Seconds by which the block that a wallet simulates with may be older, when a falling price was higher. */
const simulationLag = 60n

/**
 * The earliest time at which the quoted amount is enough. Native coin that is not needed is returned, so that more may
 * be sent; of other currencies exactly the price of `now` is approved.
 */
export const quotedFrom = (currency: Address, now: bigint): bigint =>
  currency === zeroAddress ? now - simulationLag : now

const up = (value: bigint, parts: bigint): bigint => (value + parts - 1n) / parts

/** `value` in whole coins, as the wire's plain number beside the exact string. */
export const decimalOf = (raw: bigint, decimals: number): number => Number(`${raw}e-${decimals}`)

/** Whole coins in another currency by a rate, rounded to five places; null where no rate is known. */
export const convertedBy = (rate: number | undefined, decimal: number): number | null =>
  rate === undefined ? null : Math.round(decimal * rate * 1e5) / 1e5

/**
 * What filling `units` of a listing costs at most while the quote is valid, with each payment derived as Seaport does.
 * Seaport returns what a changing price does not take.
 */
export function askCost(order: StoredOrder, units: bigint, now: bigint): bigint {
  const shape = orderShape(order.components)
  if (shape === undefined) return 0n
  return shape.payments.reduce((sum, item) => {
    const startAmount = fractionOf(item.startAmount, units, shape.quantity)
    const endAmount = fractionOf(item.endAmount, units, shape.quantity)
    if (startAmount === undefined || endAmount === undefined)
      return sum + up(item.startAmount * units, shape.quantity)
    const at = (moment: bigint) =>
      amountAt({ startAmount, endAmount }, order.components, moment, 'consideration')
    const [early, late] = [at(quotedFrom(order.currency, now)), at(now + quoteLifetime)]
    return sum + (early > late ? early : late)
  }, 0n)
}

/** What a bid pays for `units`, before its fees. */
export function bidGross(order: StoredOrder, units: bigint): bigint {
  const [offered] = order.components.offer
  const shape = orderShape(order.components)
  if (offered === undefined || shape === undefined) return 0n
  return (offered.startAmount * units) / shape.quantity
}

/**
 * Splits a fee on top over the orders it is paid with: evenly, in whole amounts per unit, so that any part of an order
 * can be filled. The remainder goes to the entry with the fewest units; less than one unit's worth may remain unpaid,
 * and never more is paid than requested.
 */
export function shareFee(amount: bigint, units: readonly bigint[]): readonly bigint[] {
  if (units.length === 0) return []
  const even = amount / BigInt(units.length)
  const shares = units.map((count) => even / count)
  const fewest = units.reduce((best, count, index) => (count < (units[best] ?? count) ? index : best), 0)
  const count = units[fewest] ?? 1n
  const left = amount - shares.reduce((sum, share, index) => sum + share * (units[index] ?? 0n), 0n)
  return shares.map((share, index) => (index === fewest ? share + left / count : share))
}

/** Royalties on top of one unit's price. */
export const royaltyExtras = (unitPrice: bigint, royalties: readonly Fee[]): readonly ExtraFee[] =>
  royalties
    .map(({ recipient, bps }) => ({
      kind: 'royalty' as const,
      recipient,
      perUnit: (unitPrice * BigInt(bps)) / 10_000n,
    }))
    .filter(({ perUnit }) => perUnit > 0n)

/** Adds fees on top to quoted fills; all must be in the currency that the fees are stated in. */
export function withFeesOnTop(quoted: readonly Quoted[], fees: readonly FlatFee[]): readonly Quoted[] {
  const units = quoted.map(({ chosen }) => chosen.units)
  const shares = fees.map((fee) => ({ recipient: fee.recipient, perUnit: shareFee(fee.amount, units) }))
  return quoted.map((entry, index) => ({
    ...entry,
    extras: [
      ...entry.extras,
      ...shares
        .map(({ recipient, perUnit }) => ({ recipient, perUnit: perUnit[index] ?? 0n }))
        .filter(({ perUnit }) => perUnit > 0n),
    ],
  }))
}

export const extrasPerUnit = (quoted: Quoted): bigint =>
  quoted.extras.reduce((sum, { perUnit }) => sum + perUnit, 0n)

/** What the filler of an ask spends on this entry, fees on top included. */
export const spendOf = (quoted: Quoted): bigint => quoted.gross + extrasPerUnit(quoted) * quoted.chosen.units

/** The entry's extra payments for all its units, as Seaport's tips. */
export const tipsOf = (quoted: Quoted): readonly FlatFee[] =>
  quoted.extras.map(({ recipient, perUnit }) => ({ recipient, amount: perUnit * quoted.chosen.units }))

export const feeView = (
  kind: string | undefined,
  recipient: Address,
  raw: bigint,
  unit: bigint,
  decimals: number,
) => ({
  ...(kind === undefined ? {} : { kind }),
  recipient,
  bps: unit === 0n ? 0 : Number((raw * 10_000n) / unit),
  amount: decimalOf(raw, decimals),
  rawAmount: raw.toString(),
})

const kindOf = (breakdown: StoredOrder['fees'], recipient: Address): string =>
  breakdown.find((fee) => fee.recipient === recipient)?.kind ?? 'marketplace'

/** The order's own fees, per unit. */
function builtInFees(order: StoredOrder, unit: bigint, decimals: number) {
  const shape = orderShape(order.components)
  if (shape === undefined) return []
  const [first] = order.components.consideration
  const payments = shape.payments.filter((item) => item !== first || order.side === 'buy')
  return payments
    .filter((item) => item.recipient !== order.maker && item.itemType <= ItemType.erc20)
    .map((item) => {
      const stated = order.fees.find((fee) => fee.recipient === item.recipient)
      const view = feeView(
        kindOf(order.fees, item.recipient),
        item.recipient,
        item.startAmount / shape.quantity,
        unit,
        decimals,
      )
      return stated === undefined ? view : { ...view, bps: stated.bps }
    })
}

/** `zone` is our own, whose orders are cancelled without gas. */
type PathContext = {
  readonly chainId: number
  readonly gasCost?: bigint | undefined
  readonly zone: Address | undefined
}

const pathHead = ({ chosen, currency }: Quoted, zone: Address | undefined) => ({
  orderId: chosen.order.id,
  contract: chosen.order.contract,
  tokenId: chosen.tokenId.toString(),
  quantity: Number(chosen.units),
  source: chosen.order.source ?? null,
  isNativeOffChainCancellable: zone !== undefined && chosen.order.components.zone === zone,
  currency: currency.contract,
  currencySymbol: currency.symbol,
  currencyDecimals: currency.decimals,
})

/** A bought entry: `quote` and `totalPrice` are per unit, rounded up where the price does not divide. */
export function buyPath(quoted: Quoted, context: PathContext) {
  const { chosen, currency, gross, extras } = quoted
  const { decimals } = currency
  const unit = up(gross, chosen.units)
  const sum = (kind: 'royalty' | undefined) =>
    extras.filter((extra) => extra.kind === kind).reduce((total, { perUnit }) => total + perUnit, 0n)
  const quote = unit + sum('royalty')
  const total = quote + sum(undefined)
  return {
    ...pathHead(quoted, context.zone),
    quote: decimalOf(quote, decimals),
    rawQuote: quote.toString(),
    totalPrice: decimalOf(total, decimals),
    totalRawPrice: total.toString(),
    builtInFees: builtInFees(chosen.order, unit, decimals),
    feesOnTop: extras.map(({ kind, recipient, perUnit }) =>
      feeView(kind, recipient, perUnit, unit, decimals),
    ),
    gasCost: (context.gasCost ?? 0n).toString(),
    fromChainId: context.chainId,
  }
}

/** What the seller receives for one unit before fees on top: the bid less its own fees and royalties on top. */
export function sellNet(quoted: Quoted): bigint {
  const { chosen, gross, extras } = quoted
  const shape = orderShape(chosen.order.components)
  if (shape === undefined) return 0n
  const built = shape.payments.reduce(
    (sum, item) => sum + (item.startAmount * chosen.units) / shape.quantity,
    0n,
  )
  const royalties = extras
    .filter(({ kind }) => kind === 'royalty')
    .reduce((sum, { perUnit }) => sum + perUnit, 0n)
  return (gross - built) / chosen.units - royalties
}

/** A sold entry: `quote` is the seller's net per unit, `totalPrice` the gross per unit. */
export function sellPath(quoted: Quoted, zone: Address | undefined) {
  const { chosen, currency, gross, extras } = quoted
  const { decimals } = currency
  const unit = gross / chosen.units
  const net = sellNet(quoted)
  return {
    ...pathHead(quoted, zone),
    quote: decimalOf(net, decimals),
    rawQuote: net.toString(),
    totalPrice: decimalOf(unit, decimals),
    totalRawPrice: unit.toString(),
    builtInFees: builtInFees(chosen.order, unit, decimals),
    feesOnTop: extras.map(({ kind, recipient, perUnit }) =>
      feeView(kind, recipient, perUnit, unit, decimals),
    ),
  }
}
