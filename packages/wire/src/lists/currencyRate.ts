import * as v from 'valibot'
import { address, type HexString, object } from '../parse.ts'

/** What one whole unit of a currency is worth: an estimate for readers, which no amount of a trade is computed from. */
export interface CurrencyRate {
  contract: HexString
  /** By the lower-case code of the reader's currency, such as `usd`. */
  values: Record<string, number>
  /** When the rate held, as ISO 8601; `null` for a fixed rate of the provider's settings. */
  updatedAt: string | null
}

/** The code of a currency that readers think in: three lower-case letters, as in ISO 4217. */
export const currencyCode = v.pipe(
  v.string(),
  v.regex(/^[a-z]{3}$/, 'must be a currency code of three lower-case letters'),
)
const rateBounds = 'must be from 1e-15 to 1e15'
/** A rate that may be true: above zero, and within what amounts of a trade can be multiplied and divided by. */
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
