import type { Chain, PathEntry, PreviewPrice, PreviewTotal, Price, UnitPrice } from '@sluice/core'
import { currencyOf } from '../kit/currencyOf.ts'
import type { InvalidReason } from '../locales/codes.ts'
import type { Money } from './flow.ts'

/** Base units of a currency as money, with symbol and decimals as {@link currencyOf} finds them. */
export function moneyIn(
  chain: Chain,
  contract: `0x${string}`,
  amount: bigint,
  fallback?: Parameters<typeof currencyOf>[2],
): Money {
  const { address, symbol, decimals } = currencyOf(chain, contract, fallback)
  return { amount, currency: address, symbol, decimals }
}

/** A price of the provider as money, with the symbol and decimals of the chain's configuration. */
export function moneyOf(chain: Chain, price: Price, which: 'gross' | 'net' = 'gross'): Money {
  const amount = which === 'net' ? (price.netAmount?.raw ?? price.amount.raw) : price.amount.raw
  return moneyIn(chain, price.currency.contract as `0x${string}`, amount, price.currency)
}

/** Whether amounts of two currencies can be compared: they are the same one, or the native coin and its wrapped form. */
export const isSameCoin = (chain: Chain, one: string, other: string): boolean =>
  one === other || [one, other].every((currency) => currency === zero || currency === chain.wrappedNative)

const zero = `0x${'0'.repeat(40)}`

/** Totals of a quote as money, with the symbols and decimals of the chain's configuration. */
export const moneyOfTotals = (chain: Chain, totals: readonly PreviewTotal[]): readonly Money[] =>
  totals.map(({ currency, decimals, raw }) => moneyIn(chain, currency, raw, { decimals }))

/** What all units of an item cost or bring, according to a quote. */
export const moneyOfPrice = (chain: Chain, { currency, decimals, total }: PreviewPrice): Money =>
  moneyIn(chain, currency, total, { decimals })

/** The price bound of an item of an action: the unit price that was shown, in its own currency. */
export const boundOf = (price: PreviewPrice | undefined): UnitPrice | undefined =>
  price === undefined ? undefined : { currency: price.currency, raw: price.unit }

/** How many units a path covers. */
export const unitsOf = (path: readonly PathEntry[]): number =>
  path.reduce((sum, entry) => sum + (entry.quantity ?? 1), 0)

/** The agreed price of an action, per currency, from the totals that were shown. */
export const expectedPriceOf = (totals: readonly Money[]) =>
  Object.fromEntries(
    totals.map(({ currency, amount, decimals }) => [currency, { raw: amount, currencyDecimals: decimals }]),
  )

/**
 * A typed amount in base units, or why it cannot be read. The point is the decimal separator in every language, and a
 * comma is refused, because its meaning differs. Where a language groups thousands by points, `1.234` is refused, too:
 * a reader may mean either 1234 or 1.2340, and both can be typed. In Arabic its own digits are read as well.
 *
 * @param locale BCP 47 tag of the language that the page is in.
 */
export function parseAmount(text: string, decimals: number, locale: string): bigint | InvalidReason {
  const trimmed = plainDigits(text.trim(), locale)
  if (trimmed === '') return 'no_price'
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(trimmed) && groupsByPoint(locale)) return 'ambiguous_price'
  const match = /^(\d{0,40})(?:\.(\d{0,40}))?$/.exec(trimmed)
  const [, whole = '', fraction = ''] = match ?? []
  if (match === null || whole + fraction === '') return 'bad_price'
  const kept = fraction.slice(0, decimals)
  if (/[1-9]/.test(fraction.slice(decimals))) return 'too_many_decimals'
  const value = BigInt(whole === '' ? '0' : whole) * 10n ** BigInt(decimals)
  return value + BigInt(kept.padEnd(decimals, '0') || '0')
}

/** Writes what an Arabic keyboard types, its digits and its decimal separator, as they are written elsewhere. */
const plainDigits = (text: string, locale: string): string =>
  new Intl.Locale(locale).language === 'ar'
    ? text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace('\u066b', '.')
    : text

const groupsByPoint = (locale: string): boolean =>
  new Intl.NumberFormat(locale)
    .formatToParts(1_234_567)
    .some(({ type, value }) => type === 'group' && value === '.')

/** Base units as plain decimal digits, exactly. */
export function decimalText(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/** An amount as it is typed, so that {@link parseAmount} reads the same amount in every language. */
export function typedText(amount: bigint, decimals: number, locale: string): string {
  const text = decimalText(amount, decimals)
  return parseAmount(text, decimals, locale) === 'ambiguous_price' ? `${text}0` : text
}

/** A share of an amount; `bps` are 1/10000. Rounds down, as the contracts do. */
export const shareOf = (amount: bigint, bps: number): bigint => (amount * BigInt(bps)) / 10_000n
