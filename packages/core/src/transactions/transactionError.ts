import type { Hex } from 'viem'
import { revertOf } from '../chain/callError.ts'
import type { ChainReader } from '../chain/chainReader.ts'
import { type MinedReceipt, readFailure, readTransaction, type SentTransaction } from '../chain/receipts.ts'
import type { FoundReplacement } from '../chain/replacement.ts'
import { type Chain, explorerLink } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { WaitProgress } from './waitProgress.ts'

/** Returns the error for a transaction whose nonce was used by another one, so that it can never be mined. */
export function replacedError(chain: Chain, before: Hex, found: FoundReplacement): TradeError {
  const data = linked(chain, found.hash, { replaced: before })
  return found.reason === 'cancelled'
    ? new TradeError('transaction_cancelled', 'Transaction cancelled', { data })
    : new TradeError('transaction_replaced', 'Another transaction took the place of this one.', { data })
}

/** Returns the error for a mined transaction that failed, with the reason where a node can tell it. */
export async function revertedError(
  { chain, reader, sent }: { chain: Chain; reader: ChainReader; sent: SentTransaction },
  receipt: MinedReceipt,
): Promise<TradeError> {
  const { hash, gasCost } = receipt
  const cause = await readFailure(reader, sent, receipt)
  return new TradeError('transaction_reverted', 'The transaction failed on chain. Only its gas was paid.', {
    data: linked(chain, hash, {
      ...revertOf(cause),
      ...(gasCost === undefined ? {} : { gasCost }),
    }),
  })
}

const linked = (chain: Chain, hash: Hex, more: object = {}) => ({
  hash,
  ...more,
  ...explorerLink(chain, hash),
})

/**
 * Returns the error for a transaction that used up its attempts, or that a node knew and has dropped. Where the wallet named
 * another transaction, nobody knows whether the call was sent at all.
 */
export async function timeoutError(
  chain: Chain,
  reader: ChainReader | undefined,
  { hash, known, isOther, receipt, attempts }: WaitProgress,
): Promise<TradeError> {
  if (isOther)
    return new TradeError(
      'transaction_timeout',
      'The wallet named another transaction, and the chain does not show this one yet. It may still come.',
      { data: linked(chain, hash), money: 'unknown' },
    )
  const isKnown = reader !== undefined && known !== undefined && receipt === undefined
  if (isKnown && (await readTransaction(reader, hash).catch(() => known)) === undefined)
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
