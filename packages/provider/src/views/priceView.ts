import { type Address, formatUnits, keccak256, parseUnits, stringToBytes, zeroAddress } from 'viem'
import type { Rates } from '../chain/rates.ts'
import type { Currency } from '../storage/orders/currency.ts'
import type { TradeChain } from '../trade/context.ts'
import { convertedBy, decimalOf } from '../trade/fills/quote.ts'

/**
 * A price as the wire shows it. `usd` is null unless the chain's settings name a rate. `native` is the amount in the
 * native coin: of the coin itself, of what wraps it, and of whatever has a rate beside the coin's.
 */
export type PriceView = {
  readonly currency: Currency & { readonly chainId: number }
  readonly amount: AmountView
  readonly netAmount?: AmountView
}
type AmountView = {
  readonly raw: string
  readonly decimal: number
  readonly usd: number | null
  readonly native: number | null
}

/** Shows amounts in a chain's currencies. */
export type PriceViews = {
  price(currency: Address, gross: bigint, net?: bigint): PriceView
  /** The same as JSON. */
  priceText(currency: Address, gross: bigint, net: bigint): string
  /** Whether prices in this currency compare with prices in the native coin. */
  isNative(currency: Address): boolean
  readonly nativeLike: readonly Address[]
  /** As {@link sourceId}, cached. */
  sourceId(domain: string): string
  /** The same, with amounts shown in another currency where the way to it is known. */
  shownIn(currency: Address | undefined): PriceViews
  /** Units of one currency for a unit of another; `undefined` where it is unknown. */
  rate(from: Address, to: Address): number | undefined
  /** Dollars for one whole coin. */
  usd(currency: Address): number | undefined
}

/** The id of a marketplace, derived from its domain. */
export const sourceId = (domain: string): string => `0x${keccak256(stringToBytes(domain)).slice(-40)}`

const maxSources = 500

export function createPriceViews(chain: TradeChain, rates: Rates): PriceViews {
  const nativeLike: readonly Address[] = [zeroAddress, chain.wrapped]
  const currencies = new Map(chain.currencies.map((currency) => [currency.contract, currency]))
  const isNative = (currency: Address) => nativeLike.includes(currency)
  const sources = new Map<string, string>()
  const rate = (from: Address, to: Address): number | undefined => {
    if (from === to || (isNative(from) && isNative(to))) return 1
    const [own, other] = [rates.usd(from), rates.usd(to)]
    return own === undefined || other === undefined ? undefined : own / other
  }
  const currencyOf = (contract: Address): Currency =>
    currencies.get(contract) ?? { contract, name: contract, symbol: contract, decimals: 18 }
  const amountIn = (contract: Address, decimals: number, raw: bigint): AmountView => {
    const decimal = decimalOf(raw, decimals)
    return {
      raw: raw.toString(),
      decimal,
      usd: convertedBy(rates.usd(contract), decimal),
      native: isNative(contract) ? decimal : convertedBy(rate(contract, zeroAddress), decimal),
    }
  }
  const converted = (raw: bigint, from: Currency, to: Currency, by: number): bigint => {
    if (by === 1 && from.decimals === to.decimals) return raw
    const amount = Number(formatUnits(raw, from.decimals)) * by
    // Larger numbers are written with an exponent, and have no digits after the point.
    if (amount >= 1e20) return BigInt(Math.round(amount)) * 10n ** BigInt(to.decimals)
    return parseUnits(amount.toFixed(to.decimals), to.decimals)
  }
  const currencyTexts = new Map<Address, string>()
  const currencyText = (currency: Currency): string => {
    const known = currencyTexts.get(currency.contract)
    if (known !== undefined) return known
    const text = JSON.stringify({ ...currency, chainId: chain.id })
    if (currencies.has(currency.contract)) currencyTexts.set(currency.contract, text)
    return text
  }
  const amountText = ({ raw, decimal, usd, native }: AmountView): string =>
    `{"raw":"${raw}","decimal":${decimal},"usd":${usd},"native":${native}}`
  /** How amounts of a currency are shown, and in which one. */
  const shownBy = (contract: Address, display: Address | undefined) => {
    const own = currencyOf(contract)
    const by = display === undefined || !currencies.has(display) ? undefined : rate(contract, display)
    const currency = by === undefined || display === undefined ? own : currencyOf(display)
    const amount = (raw: bigint): AmountView =>
      amountIn(
        currency.contract,
        currency.decimals,
        by === undefined ? raw : converted(raw, own, currency, by),
      )
    return { currency, amount }
  }
  const views = (display: Address | undefined): PriceViews => ({
    nativeLike,
    isNative,
    rate,
    usd: rates.usd,
    shownIn: views,
    sourceId(domain) {
      const known = sources.get(domain) ?? sourceId(domain)
      if (sources.size >= maxSources) sources.clear()
      sources.set(domain, known)
      return known
    },
    price(contract, gross, net) {
      const { currency, amount } = shownBy(contract, display)
      return {
        currency: { ...currency, chainId: chain.id },
        amount: amount(gross),
        ...(net === undefined ? {} : { netAmount: amount(net) }),
      }
    },
    priceText(contract, gross, net) {
      const { currency, amount } = shownBy(contract, display)
      return `{"currency":${currencyText(currency)},"amount":${amountText(amount(gross))},"netAmount":${amountText(amount(net))}}`
    },
  })
  return views(undefined)
}
