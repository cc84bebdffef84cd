import type { Chain, PathEntry, Price } from '@sluice/core'
import { currencyOf } from '../kit/currencyOf.ts'
import type { InvalidReason } from '../words/words.ts'
import type { Money } from './flow.ts'

/** A price of the provider as money, with the decimals that the configuration pins. */
export function moneyOf(chain: Chain, price: Price, which: 'gross' | 'net' = 'gross'): Money {
  const { contract, symbol, decimals } = price.currency
  const currency = currencyOf(chain, contract as `0x${string}`, { symbol, decimals })
  const amount = which === 'net' ? (price.netAmount?.raw ?? price.amount.raw) : price.amount.raw
  return { amount, currency: currency.address, symbol: currency.symbol, decimals: currency.decimals }
}

/**
 * A quoted path as one total per currency: for a buyer with fees on top, for a seller after them. Quotes are
 * per unit. What is agreed from it is checked again by the guards against the bytes.
 */
export function quoteOf(chain: Chain, path: readonly PathEntry[], side: 'buy' | 'sell'): readonly Money[] {
  const totals = new Map<string, Money>()
  for (const entry of path) {
    const address = (side === 'buy' ? entry.buyInCurrency : entry.sellOutCurrency) ?? entry.currency
    if (address == null) continue
    const currency = currencyOf(chain, address as `0x${string}`, {
      symbol: entry.currencySymbol,
      decimals: entry.currencyDecimals,
    })
    const raw = unitPrice(entry, side) * BigInt(entry.quantity ?? 1)
    const amount = (totals.get(address)?.amount ?? 0n) + raw
    totals.set(address, {
      amount,
      currency: currency.address,
      symbol: currency.symbol,
      decimals: currency.decimals,
    })
  }
  return [...totals.values()]
}

function unitPrice(entry: PathEntry, side: 'buy' | 'sell'): bigint {
  if (side === 'buy') return entry.buyInRawQuote ?? entry.totalRawPrice ?? entry.rawQuote ?? 0n
  const fees = (entry.feesOnTop ?? []).reduce((sum, fee) => sum + (fee.rawAmount ?? 0n), 0n)
  return (entry.sellOutRawQuote ?? entry.rawQuote ?? 0n) - fees
}

/** How many units a path covers. */
export const unitsOf = (path: readonly PathEntry[]): number =>
  path.reduce((sum, entry) => sum + (entry.quantity ?? 1), 0)

/** The agreed price of an action, per currency, from the totals that were shown. */
export const expectedPriceOf = (totals: readonly Money[]) =>
  Object.fromEntries(
    totals.map(({ currency, amount, decimals }) => [currency, { raw: amount, currencyDecimals: decimals }]),
  )

/** A typed amount in base units, or why it is none. A comma is refused: its meaning differs by language. */
export function parseAmount(text: string, decimals: number): bigint | InvalidReason {
  const trimmed = text.trim()
  if (trimmed === '') return 'no_price'
  const match = /^(\d{0,40})(?:\.(\d{0,40}))?$/.exec(trimmed)
  const [, whole = '', fraction = ''] = match ?? []
  if (match === null || whole + fraction === '') return 'bad_price'
  const kept = fraction.slice(0, decimals)
  if (/[1-9]/.test(fraction.slice(decimals))) return 'price_too_small'
  const value = BigInt(whole === '' ? '0' : whole) * 10n ** BigInt(decimals)
  return value + BigInt(kept.padEnd(decimals, '0') || '0')
}

/** A share of an amount; `bps` are 1/10000. Rounds down, as the contracts do. */
export const shareOf = (amount: bigint, bps: number): bigint => (amount * BigInt(bps)) / 10_000n
