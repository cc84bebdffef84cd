import type { PathEntry } from '@sluice/wire'
import { type Address, formatUnits, zeroAddress } from 'viem'
import { TradeError } from '../errors.ts'
import { priceTolerance, rawAmount } from './tolerance.ts'

/** A price agreed before: base units of one currency, with its decimals. Zero is a real bound. */
export type ExpectedPrice = {
  readonly raw: bigint
  readonly decimals: number
  /** Base units that the price may differ by; the specification's part of a unit by default. */
  readonly tolerance?: bigint
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** What one unit of an entry costs a buyer with its fees on top, or leaves a seller without them. */
function unitPrice(side: 'buy' | 'sell', entry: PathEntry, decimals: number): bigint {
  const other = side === 'buy' ? entry.buyInRawQuote : entry.sellOutRawQuote
  const quote = other ?? entry.rawQuote ?? rawAmount(entry.quote ?? Number.NaN, decimals)
  // A royalty on top is already part of the quote.
  const fees = sum(
    (entry.feesOnTop ?? []).filter((fee) => fee.kind !== 'royalty').map((fee) => fee.rawAmount ?? 0n),
  )
  if (side === 'sell') return quote - fees
  const total = other == null ? (entry.totalRawPrice ?? 0n) : 0n
  return total > quote + fees ? total : quote + fees
}

/** What a quoted path comes to in one currency. */
export type PathTotal = { readonly currency: Address; readonly decimals: number; readonly raw: bigint }

/**
 * Adds up a quoted path per currency, over all units: what a buy costs with its fees on top, what a sale
 * brings without them. `decimalsOf` knows the decimals of agreed or listed currencies.
 * @throws {TradeError} `provider_malformed` for an entry without a price.
 */
export function pathTotals(
  side: 'buy' | 'sell',
  path: readonly PathEntry[],
  decimalsOf: (currency: Address) => number | undefined = () => undefined,
): readonly PathTotal[] {
  const totals = new Map<Address, PathTotal>()
  for (const entry of path) {
    const other = side === 'buy' ? entry.buyInCurrency : entry.sellOutCurrency
    const currency = other ?? entry.currency ?? zeroAddress
    const quoted = side === 'buy' ? entry.buyInCurrencyDecimals : entry.sellOutCurrencyDecimals
    const decimals = decimalsOf(currency) ?? quoted ?? entry.currencyDecimals ?? 18
    const raw = priced(side, entry, decimals) * BigInt(entry.quantity ?? 1)
    totals.set(currency, { currency, decimals, raw: (totals.get(currency)?.raw ?? 0n) + raw })
  }
  return [...totals.values()]
}

export type PriceCheck = {
  readonly side: 'buy' | 'sell'
  readonly path: readonly PathEntry[] | null | undefined
  readonly expected: ReadonlyMap<Address, ExpectedPrice> | undefined
}

/**
 * The specification's price check on the quoted path, per currency, over all units. A first gate: the
 * provider wrote the path, so the call itself is bounded again by the judgement.
 * @throws {TradeError} `price_mismatch` when a buy got dearer or an offer lower than agreed, or is quoted in
 * a currency that was not agreed on.
 */
export function checkPrice({ side, path, expected }: PriceCheck): void {
  if (expected === undefined || path == null) return
  for (const { currency, raw, decimals } of pathTotals(side, path, (one) => expected.get(one)?.decimals)) {
    const agreed = expected.get(currency)
    const tolerance = agreed?.tolerance ?? priceTolerance(decimals)
    const fits =
      agreed !== undefined && (side === 'buy' ? raw <= agreed.raw + tolerance : raw >= agreed.raw - tolerance)
    if (!fits) throw mismatch(side, currency, raw, decimals, agreed?.raw)
  }
}

function priced(side: 'buy' | 'sell', entry: PathEntry, decimals: number): bigint {
  try {
    return unitPrice(side, entry, decimals)
  } catch (cause) {
    throw new TradeError('provider_malformed', 'The quoted path has an entry without a price.', { cause })
  }
}

function mismatch(
  side: 'buy' | 'sell',
  currency: string,
  raw: bigint,
  decimals: number,
  expected: bigint | undefined,
): TradeError {
  const what = side === 'buy' ? 'price' : 'offer price'
  return new TradeError(
    'price_mismatch',
    `Attention: the ${what} of this token is now ${formatUnits(raw, decimals)}`,
    { data: { currency, raw, decimals, expected } },
  )
}
