import type { Address } from 'viem'
import { isRecord } from '../property.ts'
import { address, baseUnits, count, matching } from './fields.ts'

/** The order that its user wants in place of one that is canceled first: the second half of a change. */
export type NextOrder = {
  /** Whether it is a listing or an offer. */
  readonly side: 'listing' | 'offer'
  /** What it is for: `contract:tokenId`, or the contract of a collection. */
  readonly subject: string
  /** Price of all units in base units of `currency`; for a falling price: the start. */
  readonly weiPrice: string
  /** For a falling price: what all units cost at the end. */
  readonly endWeiPrice?: string | undefined
  /** Contract of the currency; the all-zero address is the native coin. */
  readonly currency: Address
  /** Units. */
  readonly quantity: number
  /** Unix seconds. */
  readonly expirationTime: number
}

/** The largest end of an order in unix seconds: a date can show it. */
const maxTime = 999_999_999_999

/** Whether a value is such an order, all of it lower-cased. */
export const isNextOrder = (value: unknown): value is NextOrder =>
  isRecord(value) &&
  (value.side === 'listing' || value.side === 'offer') &&
  matching(/^0x[0-9a-f]{40}(?::\d{1,78})?$/)(value.subject) &&
  baseUnits(value.weiPrice) &&
  (value.endWeiPrice === undefined || baseUnits(value.endWeiPrice)) &&
  address(value.currency) &&
  count(value.quantity) &&
  value.quantity !== 0 &&
  count(value.expirationTime) &&
  Number(value.expirationTime) <= maxTime

/** Whether two of them are for the same thing. */
export const isSameSubject = (one: NextOrder, other: NextOrder): boolean =>
  one.side === other.side && one.subject === other.subject
