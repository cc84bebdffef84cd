import { type Address, keccak256, stringToBytes, zeroAddress } from 'viem'
import type { Currency } from '../storage/currency.ts'
import { decimalOf } from '../trade/quote.ts'
import type { Scope } from './scope.ts'

/**
 * A price as the wire shows it. `native` is the amount in the native coin where that is known without a
 * market: for the coin itself and for what wraps it. There is no dollar rate in this house: `usd` is null.
 */
export type PriceView = {
  readonly currency: Currency & { readonly chainId: number }
  readonly amount: AmountView
  readonly netAmount?: AmountView
}
type AmountView = {
  readonly raw: string
  readonly decimal: number
  readonly usd: null
  readonly native: number | null
}

/** Knows a chain's currencies and shows amounts in them. */
export type PriceViews = {
  price(currency: Address, gross: bigint, net?: bigint): PriceView
  /** Whether prices in this currency compare with prices in the native coin. */
  isNative(currency: Address): boolean
  readonly nativeLike: readonly Address[]
  /** As {@link sourceId}, remembering the last few hundred. */
  sourceId(domain: string): string
}

/** The id of a marketplace, derived from its domain. */
export const sourceId = (domain: string): string => `0x${keccak256(stringToBytes(domain)).slice(-40)}`

const remembered = 500

export function createPriceViews({ trade }: Scope): PriceViews {
  const { chain } = trade
  const nativeLike: readonly Address[] = [zeroAddress, chain.wrapped]
  const currencies = new Map(chain.currencies.map((currency) => [currency.contract, currency]))
  const isNative = (currency: Address) => nativeLike.includes(currency)
  const sources = new Map<string, string>()
  return {
    nativeLike,
    isNative,
    sourceId(domain) {
      const known = sources.get(domain) ?? sourceId(domain)
      if (sources.size >= remembered) sources.clear()
      sources.set(domain, known)
      return known
    },
    price(contract, gross, net) {
      const currency = currencies.get(contract) ?? {
        contract,
        name: contract,
        symbol: contract,
        decimals: 18,
      }
      const amount = (raw: bigint): AmountView => {
        const decimal = decimalOf(raw, currency.decimals)
        return { raw: raw.toString(), decimal, usd: null, native: isNative(contract) ? decimal : null }
      }
      return {
        currency: { ...currency, chainId: chain.id },
        amount: amount(gross),
        ...(net === undefined ? {} : { netAmount: amount(net) }),
      }
    },
  }
}
