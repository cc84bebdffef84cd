import { TradeError } from '@sluice/core'
import { isRefused } from './isRefused.ts'

/** The provider's code for fewer units for sale than were asked for (see `executeCode` of the wire). */
const tooMany = 8

/**
 * Why the provider refused a quote: nothing is for sale, or too little. `undefined` if it did not answer, or gave
 * another answer.
 */
export function refusedQuote(error: unknown): 'gone' | 'too_many' | undefined {
  if (!(error instanceof TradeError) || error.code !== 'order_unavailable') return undefined
  return error.data.providerCode === tooMany ? 'too_many' : 'gone'
}

/** Why orders that are open cannot be filled by this account, or here, as far as the provider says it of a quote. */
export const unfillableOf = (error: unknown) =>
  error instanceof TradeError ? error.data.answer?.unfillable : undefined

/** Whether the provider answered, and that it quotes nothing. */
export const isQuoteRefused = (error: unknown): boolean =>
  refusedQuote(error) !== undefined || (error instanceof TradeError && isRefused(error))

/** Asks for a quote a second time only if the provider did not answer the first. */
export const retryQuote = (failures: number, error: unknown): boolean =>
  failures < 1 && !isQuoteRefused(error)
