import type { Hex } from 'viem'
import { type MinedReceipt, readFailure, readSentNonce, type SentTransaction } from '../chain/receipts.ts'
import type { FoundReplacement } from '../chain/replacement.ts'
import type { ChainReader } from '../chain/rpc.ts'
import type { RpcError } from '../chain/rpcError.ts'
import { type Chain, transactionUrl } from '../chains/chain.ts'
import { TradeError, type TradeErrorData } from '../errors.ts'
import type { Progress } from './waitProgress.ts'

/** A repriced transaction is the same one; anything else with its nonce means that ours never happens. */
export function undone(chain: Chain, before: Hex, found: FoundReplacement): TradeError {
  const data = linked(chain, found.hash, { replaced: before })
  return found.reason === 'cancelled'
    ? new TradeError('transaction_cancelled', 'Transaction cancelled', { data })
    : new TradeError('transaction_replaced', 'Another transaction took the place of this one.', { data })
}

export async function reverted(
  { chain, reader, sent }: { chain: Chain; reader: ChainReader; sent: SentTransaction },
  receipt: MinedReceipt,
): Promise<TradeError> {
  const { hash, gasCost } = receipt
  const cause = await readFailure(reader, sent, receipt)
  return new TradeError('transaction_reverted', 'The transaction failed on chain. Only its gas was paid.', {
    data: linked(chain, hash, {
      ...(await revertOf(cause)),
      ...(gasCost === undefined ? {} : { gasCost }),
    }),
  })
}

/** What a node said of a call that failed, where it did and what reads it could be loaded. */
export async function revertOf(
  cause: RpcError | undefined,
): Promise<Pick<TradeErrorData, 'reason' | 'revert'>> {
  const module = cause === undefined ? undefined : await import('../chain/revert.ts').catch(() => undefined)
  if (cause === undefined || module === undefined) return {}
  return { reason: module.revertText(cause), revert: module.readRevert(cause) }
}

function linked(chain: Chain, hash: Hex, more: object = {}) {
  const explorerUrl = transactionUrl(chain, hash)
  return { hash, ...more, ...(explorerUrl === undefined ? {} : { explorerUrl }) }
}

/** Out of attempts. A node that knew the transaction and does not any more has dropped it. */
export async function gaveUp(
  chain: Chain,
  reader: ChainReader | undefined,
  { hash, nonce, receipt, attempts }: Progress,
): Promise<TradeError> {
  const known = reader === undefined || nonce === undefined || receipt !== undefined
  if (!known && (await readSentNonce(reader, hash).catch(() => nonce)) === undefined)
    return new TradeError(
      'transaction_dropped',
      'The network has forgotten the transaction. It may still come: speed it up or cancel it in your wallet.',
      { data: linked(chain, hash) },
    )
  return new TradeError(
    'transaction_timeout',
    `Failed to receive a successful response for transaction with hash ${hash} after ${attempts} attempt(s).`,
    { data: linked(chain, hash) },
  )
}
