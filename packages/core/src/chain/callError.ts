import { TradeError, type TradeErrorData } from '../errors.ts'
import { readRevert, revertText } from './revert.ts'
import type { RpcError } from './rpcError.ts'

/** What is known of why a call fails. */
export type CallFailure = Pick<
  TradeErrorData,
  'reason' | 'revert' | 'findings' | 'walletError' | 'walletCode' | 'nothingSent'
>

/** Returns what a node's error says about a reverted call; nothing without an error. */
export const revertOf = (cause: RpcError | undefined): Pick<TradeErrorData, 'reason' | 'revert'> =>
  cause === undefined ? {} : { reason: revertText(cause), revert: readRevert(cause) }

/** Returns the error for an order that was filled or cancelled before the call could fill it. */
export const orderGone = (data: CallFailure, cause?: unknown): TradeError =>
  new TradeError('order_unavailable', 'The order is no longer available: it was filled or cancelled.', {
    data,
    cause,
  })

/** Reverts that say that an order is gone for good: filled, cancelled or expired. */
const goneReasons: ReadonlySet<string> = new Set(['order_filled', 'order_cancelled', 'order_expired'])

/**
 * Returns the error for a call that was not sent because it would fail on chain. `message` is the node's, `failure` the
 * contract's.
 */
export function callWouldFail(message: string, failure: CallFailure, cause?: unknown): TradeError {
  const options = { data: failure, cause }
  if (/insufficient funds/i.test(message))
    return new TradeError(
      'insufficient_funds',
      'The account does not have enough funds for this transaction.',
      options,
    )
  if (failure.revert !== undefined && goneReasons.has(failure.revert.reason)) return orderGone(failure, cause)
  return new TradeError(
    'transaction_would_fail',
    'The transaction would fail on chain, so it was not sent.',
    options,
  )
}
