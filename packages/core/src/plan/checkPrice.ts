import type { PathEntry } from '@sluice/wire'
import { type Address, formatUnits, zeroAddress } from 'viem'
import { TradeError } from '../errors.ts'
import { rawAmount } from './tolerance.ts'

/** A price agreed before: base units of one currency, with its decimals. Zero is a real bound. */
export type ExpectedPrice = {
  readonly raw: bigint
  readonly decimals: number
  /** Base units that the price may differ by. */
  readonly tolerance: bigint
}

type Side = 'buy' | 'sell'

/** What one unit of an entry costs a buyer with its fees on top, or leaves a seller without them. */
function unitPrice(side: Side, other: bigint | null | undefined, entry: PathEntry, decimals: number): bigint {
  try {
    const quote = other ?? entry.rawQuote ?? rawAmount(entry.quote ?? Number.NaN, decimals)
    // A royalty on top is already part of the quote.
    const fees = (entry.feesOnTop ?? []).reduce(
      (sum, fee) => (fee.kind === 'royalty' ? sum : sum + (fee.rawAmount ?? 0n)),
      0n,
    )
    if (side === 'sell') return quote - fees
    const total = other == null ? (entry.totalRawPrice ?? 0n) : 0n
    return total > quote + fees ? total : quote + fees
  } catch (cause) {
    throw new TradeError('provider_malformed', 'The quoted path has an entry without a price.', { cause })
  }
}

/** What a quoted path comes to in one currency. */
export type PathTotal = { readonly currency: Address; readonly decimals: number; readonly raw: bigint }

/**
 * Adds up a quoted path per currency, over all units: what a buy costs with its fees on top, what a sale
 * brings without them. `decimalsOf` knows the decimals of agreed or listed currencies.
 * @throws {TradeError} `provider_malformed` for an entry without a price.
 */
export function pathTotals(
  side: Side,
  path: readonly PathEntry[],
  decimalsOf: (currency: Address) => number | undefined = () => undefined,
): readonly PathTotal[] {
  const totals = new Map<Address, PathTotal>()
  for (const entry of path) {
    const [other, quoted, price] =
      side === 'buy'
        ? [entry.buyInCurrency, entry.buyInCurrencyDecimals, entry.buyInRawQuote]
        : [entry.sellOutCurrency, entry.sellOutCurrencyDecimals, entry.sellOutRawQuote]
    const currency = other ?? entry.currency ?? zeroAddress
    const decimals = decimalsOf(currency) ?? quoted ?? entry.currencyDecimals ?? 18
    const raw = unitPrice(side, price, entry, decimals) * BigInt(entry.quantity ?? 1)
    totals.set(currency, { currency, decimals, raw: (totals.get(currency)?.raw ?? 0n) + raw })
  }
  return [...totals.values()]
}

export type PriceCheck = {
  readonly side: Side
  readonly path: readonly PathEntry[] | null | undefined
  readonly expected: ReadonlyMap<Address, ExpectedPrice> | undefined
}

/**
 * The specification's price check on the quoted path, per currency, over all units. A first gate: the
 * provider wrote the path, so the call itself is bounded again by the guards.
 * @throws {TradeError} `price_mismatch` when a buy got dearer or an offer lower than agreed, or is quoted in
 * a currency that was not agreed on.
 */
export function checkPrice({ side, path, expected }: PriceCheck): void {
  if (expected === undefined || path == null) return
  for (const { currency, raw, decimals } of pathTotals(side, path, (one) => expected.get(one)?.decimals)) {
    const agreed = expected.get(currency)
    const fits =
      agreed !== undefined &&
      (side === 'buy' ? raw <= agreed.raw + agreed.tolerance : raw >= agreed.raw - agreed.tolerance)
    if (fits) continue
    const what = side === 'buy' ? 'price' : 'offer price'
    throw new TradeError(
      'price_mismatch',
      `Attention: the ${what} of this token is now ${formatUnits(raw, decimals)}`,
      { data: { currency, raw, decimals, expected: agreed?.raw } },
    )
  }
}
