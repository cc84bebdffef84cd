import { numberToHex } from 'viem'
import { wait } from '../api/wait.ts'
import { RpcError } from '../chain/rpc.ts'
import { TradeError } from '../errors.ts'
import type { CheckedTransaction } from '../guards/checked.ts'
import type { Session } from './session.ts'

/**
 * Runs the call against the latest block first: one that would fail is not put before the user. A node that
 * lags behind our own approval is given a moment.
 */
export async function rehearse({ reader, signal, done }: Session, call: CheckedTransaction): Promise<void> {
  if (reader === undefined) return
  const { account: from, to, data, value } = call
  for (let attempt = 1; ; attempt += 1) {
    try {
      await reader.call('eth_call', [{ from, to, data, value: numberToHex(value) }, 'latest'])
      return
    } catch (error) {
      signal.throwIfAborted()
      // No node answered, or it refused the question: the wallet simulates on its own.
      if (!(error instanceof RpcError) || !error.reverted) return
      if (done.length === 0 || attempt >= 4) throw wouldFail(error.message, error)
      await wait(500 * attempt, signal)
    }
  }
}

/** Why a call was not sent: what the node said of it. */
export function wouldFail(reason: string, cause?: RpcError): TradeError {
  const options = cause === undefined ? {} : { cause }
  if (/insufficient funds/i.test(reason))
    return new TradeError(
      'insufficient_funds',
      'The account does not hold enough for this transaction.',
      options,
    )
  return new TradeError(
    'transaction_reverted',
    'The transaction would fail on chain, so it was not sent.',
    options,
  )
}
