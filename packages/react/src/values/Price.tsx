'use client'

import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import { createFormats, type Formats } from '../kit/formats.ts'
import { decimalText } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { directionOf } from '../locales/languages.ts'

/** Characters above which an amount is broken into lines: a phone has no room for more. */
const longText = 24
/** Fraction digits of a short price; its tooltip has the exact one. */
const shortDigits = 5

/**
 * Base units in the way a language writes numbers. `exact` keeps every digit; else five of the fraction,
 * and an amount too small for them is written as less than the smallest.
 *
 * @example
 * formatAmount(1_234_567_890n, 6, { locale: 'de' }) // '1.234,56789'
 * formatAmount(1n, 18, { locale: 'en' }) // '<0.00001'
 */
export function formatAmount(
  amount: bigint,
  decimals: number,
  options: {
    readonly locale: string
    readonly exact?: boolean
    /** The formatters that exist already. */
    readonly formats?: Formats
  },
): string {
  const text = decimalText(amount, decimals) as `${number}`
  const digits = options.exact ? Math.min(decimals, 100) : Math.min(decimals, shortDigits)
  const format = (options.formats ?? createFormats(options.locale)).number(digits)
  const smallest = 10n ** BigInt(decimals - digits)
  if (amount > 0n && amount < smallest)
    return `<${format.format(decimalText(smallest, decimals) as `${number}`)}`
  return format.format(text)
}

/**
 * Basis points (1/10000) as a percentage.
 *
 * @example
 * formatBps(250, 'en') // '2.5%'
 */
export const formatBps = (bps: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000)

/** An amount with its symbol, as a part of a sentence; with all of its digits unless `exact` is `false`. */
export const priceText = (of: Money, locale: string, formats: Formats, exact = true): string => {
  const text = `${formatAmount(of.amount, of.decimals, { locale, formats, exact })}\u00a0${of.symbol}`
  // Isolated from a sentence that is written the other way, or number and symbol would change places.
  return directionOf(locale) === 'rtl' ? `\u2066${text}\u2069` : text
}

/**
 * An amount with its symbol. The only place where money becomes text.
 *
 * @param of The amount and its currency.
 * @param exact Shows every digit; rounded by default.
 * @example
 * <Price of={{ amount: 10n ** 18n, currency: zeroAddress, symbol: 'ETH', decimals: 18 }} />
 */
export function Price({ of, exact = false }: { readonly of: Money; readonly exact?: boolean }): ReactNode {
  const { messages, formats } = useKit()
  const { locale } = messages
  const full = formatAmount(of.amount, of.decimals, { locale, formats, exact: true })
  const shown = exact ? full : formatAmount(of.amount, of.decimals, { locale, formats })
  return (
    <bdi
      dir="ltr"
      className="sluice-price"
      data-long={shown.length > longText ? '' : undefined}
      title={shown === full ? undefined : `${full} ${of.symbol}`}
    >
      <span className="sluice-price-amount">{shown}</span>
      {'\u00a0'}
      <span className="sluice-price-symbol">{of.symbol}</span>
    </bdi>
  )
}

/**
 * Several currencies side by side; nothing for none.
 *
 * @param of The amounts, one for each currency.
 * @param exact Shows every digit; rounded by default.
 * @example
 * <Prices of={[ether, usdc]} exact />
 */
export function Prices(props: { readonly of: readonly Money[]; readonly exact?: boolean }): ReactNode {
  return props.of.map((money, index) => (
    <span key={money.currency}>
      {index > 0 ? ' + ' : null}
      <Price of={money} exact={props.exact ?? false} />
    </span>
  ))
}
