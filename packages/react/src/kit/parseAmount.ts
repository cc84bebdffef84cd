import type { InvalidReason } from '../locales/codes.ts'

/**
 * A typed amount in base units, or why it cannot be read. A point separates decimals in every language, and so does a
 * comma where the language writes one. If a reader may mean either 1234 or 1.2340, as by `1.234` in a language that
 * groups thousands by points or by `1,234` in one that writes a comma, it is refused: both can be typed. In Arabic its
 * own digits are read as well.
 *
 * @param locale BCP 47 tag of the language that the page is in.
 */
export function parseAmount(text: string, decimals: number, locale: string): bigint | InvalidReason {
  const trimmed = plainDigits(text.trim(), locale)
  if (trimmed === '') return 'no_price'
  const mark = decimalMark(locale)
  const [, separator] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(trimmed) ?? []
  if (separator === '.' ? groupsByPoint(locale) : separator === mark) return 'ambiguous_price'
  const match = /^(\d{0,40})(?:\.(\d{0,40}))?$/.exec(mark === ',' ? trimmed.replace(',', '.') : trimmed)
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

const decimalMark = (locale: string): string | undefined =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value

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
