import * as v from 'valibot'
import { address, type HexString, object } from '../parse.ts'

/** The estimated value of one whole unit of a currency. It is for display only; no trade uses it. */
export interface CurrencyRate {
  /** Contract of the currency; the zero address is the native coin. */
  contract: HexString
  /** By lower-case currency code, such as `usd`. */
  values: Record<string, number>
  /** The time of the rate as ISO 8601; `null` for a fixed rate from the provider's settings. */
  updatedAt: string | null
}

/** The code of a fiat currency: three lower-case letters, as in ISO 4217. */
export const currencyCode = v.pipe(
  v.string(),
  v.regex(/^[a-z]{3}$/, 'must be a currency code of three lower-case letters'),
)
const rateBounds = 'must be from 1e-15 to 1e15'
/** A plausible rate: above zero, and small enough to multiply and divide amounts by. */
export const rateValue = v.pipe(
  v.number('must be a number'),
  v.minValue(1e-15, rateBounds),
  v.maxValue(1e15, rateBounds),
)

/** A {@link CurrencyRate} in an answer. */
export const currencyRate = object({
  contract: address,
  values: v.record(currencyCode, rateValue),
  updatedAt: v.nullable(v.string()),
})
