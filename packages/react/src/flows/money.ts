import type {
  Chain,
  PathEntry,
  PaymentToken,
  PreviewPrice,
  PreviewTotal,
  Price,
  UnitPrice,
} from '@sluice/core'
import { currencyOf, nativeCoin } from '../kit/currencyOf.ts'
import type { Money } from './flow.ts'

/** Base units of a currency as money, with symbol and decimals as {@link currencyOf} finds them. */
export function moneyIn(
  chain: Chain,
  contract: `0x${string}`,
  amount: bigint,
  fallback?: Parameters<typeof currencyOf>[2],
): Money {
  return moneyOfToken(currencyOf(chain, contract, fallback), amount)
}

/** Base units of a payment token as money. */
export const moneyOfToken = (
  { address, symbol, decimals }: Omit<PaymentToken, 'name'>,
  amount: bigint,
): Money => ({
  amount,
  currency: address,
  symbol,
  decimals,
})

/**
 * A price of the provider as money, with the symbol and decimals of the chain's configuration.
 *
 * @param which `gross` is what a buyer pays, `net` what a seller gets after fees.
 * @example
 * const { data: offers = [] } = useOffers({ token, sortBy: 'price' })
 * const price = offers[0]?.price
 * return price == null ? null : <Price of={moneyOf(chainOf(client), price, 'net')} />
 */
export function moneyOf(chain: Chain, price: Price, which: 'gross' | 'net' = 'gross'): Money {
  const amount = which === 'net' ? (price.netAmount?.raw ?? price.amount.raw) : price.amount.raw
  return moneyIn(chain, price.currency.contract as `0x${string}`, amount, price.currency)
}

/** Whether a chain lists a currency as one to pay in; another one may call itself anything. */
export const isPaymentToken = (chain: Chain, currency: string): boolean =>
  chain.paymentTokens.some(({ address }) => address === currency)

/** Whether amounts of two currencies can be compared: they are the same one, or the native coin and its wrapped form. */
export const isSameCoin = (chain: Chain, one: string, other: string): boolean =>
  one === other ||
  [one, other].every((currency) => currency === nativeCoin || currency === chain.wrappedNative)

/** Whether something on a chain may be priced in a currency that cannot be compared with this one. */
export const hasOtherCurrencies = (chain: Chain, currency: string): boolean =>
  chain.paymentTokens.some(({ address }) => !isSameCoin(chain, address, currency))

/** What a listing is priced in: the chosen currency, or the chain's first one until one is chosen. */
export const listingCurrency = (chain: Chain, chosen: string | undefined): PaymentToken | undefined =>
  chain.paymentTokens.find(({ address }) => address === chosen) ?? chain.paymentTokens[0]

/**
 * What an offer can be made in: all but the native coin, which Seaport cannot take from an account later. Until one is
 * chosen it is the wrapped coin.
 */
export function offerCurrencies(
  chain: Chain,
  chosen: string | undefined,
): { readonly currencies: readonly PaymentToken[]; readonly currency: PaymentToken | undefined } {
  const currencies = chain.paymentTokens.filter(({ address }) => address !== nativeCoin)
  const currency =
    currencies.find(({ address }) => address === (chosen ?? chain.wrappedNative)) ?? currencies[0]
  return { currencies, currency }
}

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

/** A share of an amount; `bps` are 1/10000. Rounds down, as the contracts do. */
export const shareOf = (amount: bigint, bps: number): bigint => (amount * BigInt(bps)) / 10_000n
