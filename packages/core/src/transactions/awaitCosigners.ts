import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readReceipt, readTransaction } from '../chain/receipts.ts'
import { TradeError } from '../errors.ts'
import type { OpenEntry } from '../journal/openEntry.ts'
import { placeOf } from '../plan/checkedPlan.ts'
import { wait } from '../wait.ts'
import { statusOf } from './batches/askStatus.ts'
import { findEffect, newSearch } from './findSentTransaction.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'

/** What the chain said about the account before the prompt. */
export type StateBefore = {
  readonly contract: boolean
  /** It runs code of a contract, and can still send transactions itself (EIP-7702). */
  readonly delegated: boolean
  readonly fromBlock: bigint | undefined
}

const isHash = (answer: string): answer is Hex => /^0x[0-9a-f]{64}$/.test(answer)

/**
 * Returns whether a wallet's answer does not name a transaction yet: it is the hash of a Safe transaction that other
 * owners must sign, a signature for one, or the id of a batch (EIP-5792).
 */
export async function isForCosigners(
  { wallet, reader, signal }: Pick<TransactionContext, 'wallet' | 'reader' | 'signal'>,
  answer: string,
  { contract }: StateBefore,
): Promise<boolean> {
  if (contract && /^0x(?:[0-9a-f]{64}|[0-9a-f]{130,})$/.test(answer))
    return !isHash(answer) || reader === undefined || !(await isKnown(reader, answer))
  if (isHash(answer) || wallet.callsStatus === undefined || !/^.{3,4096}$/.test(answer)) return false
  return (await statusOf(wallet, answer, signal)) !== undefined
}

/**
 * Waits, without a time limit, until other owners have signed and somebody has sent the transaction: until the node
 * knows the hash, the wallet says how its batch ended, or the chain shows the effect.
 *
 * @returns the transaction's hash.
 * @throws {TradeError} `wallet_error` for a batch that was not carried out, `aborted`.
 */
export async function awaitCosigners(
  context: TransactionContext,
  item: TransactionItem,
  answer: string,
  { fromBlock }: StateBefore,
  entry: OpenEntry,
): Promise<Hex> {
  const { client, reader, wallet, signal, dispatch } = context
  dispatch({ type: 'item_cosigning', at: placeOf(item) })
  const searched = newSearch()
  for (;;) {
    if (reader !== undefined) {
      if (isHash(answer) && (await isKnown(reader, answer))) return answer
      const shown = await findEffect(reader, item, fromBlock, entry, searched).catch(() => undefined)
      if (shown !== undefined) return shown
    }
    const status = isHash(answer) ? undefined : await statusOf(wallet, answer, signal)
    const last = status?.hashes.at(-1)
    // What a batch did is read from its receipt, whatever state the wallet reports.
    if (status !== undefined && status.state !== 'pending' && last !== undefined) return last
    if (status !== undefined && ['failed', 'reverted', 'partial'].includes(status.state))
      throw new TradeError('wallet_error', 'The wallet did not carry the batch out.', {
        data: { batch: status.state },
      })
    await wait(client.pollingInterval, signal)
  }
}

async function isKnown(reader: ChainReader, hash: Hex): Promise<boolean> {
  const [sender, receipt] = await Promise.all([
    readTransaction(reader, hash).catch(() => undefined),
    readReceipt(reader, hash).catch(() => undefined),
  ])
  return sender !== undefined || receipt !== undefined
}
