import * as v from 'valibot'
import { address, bytes32, type HexString, maybe, object } from '../parse.ts'
import { type MovingPrice, movingPrice, type Price, price } from './price.ts'
import { numberLike } from './shownFields.ts'
import { type OrderSource, orderSource } from './summaries.ts'

/** The cheapest listing or the best offer of a token or a collection. */
export interface BestOrder {
  id?: HexString | null | undefined
  price?: Price | null | undefined
  maker?: HexString | null | undefined
  /** Unix seconds. */
  validFrom?: number | null | undefined
  /** Unix seconds. */
  validUntil?: number | null | undefined
  quantityRemaining?: number | null | undefined
  source?: OrderSource | null | undefined
  /** For a listing whose price changes over time; `price` is the price when the provider answered. */
  dynamicPricing?: MovingPrice | null | undefined
}

/** A {@link BestOrder} in an answer. */
export const bestOrder = object({
  id: maybe(bytes32),
  price: maybe(price),
  maker: maybe(address),
  validFrom: maybe(v.number()),
  validUntil: maybe(v.number()),
  quantityRemaining: maybe(numberLike),
  source: maybe(orderSource),
  dynamicPricing: movingPrice,
})
