import type { CheckedTransaction } from '@sluice/guards'
import type { Hex } from 'viem'
import type { SentTransaction } from '../chain/receipts.ts'
import { explorerLink } from '../chains/chain.ts'
import { endUnasked, type OpenEntry } from '../journal/openEntry.ts'
import { placeOf } from '../plan/checkedPlan.ts'
import { readHash } from '../wallets/readHash.ts'
import { unsentError } from '../wallets/unsentError.ts'
import { isLikelyRefusal, isRefusal } from '../wallets/walletError.ts'
import { awaitAnswer } from './awaitAnswer.ts'
import { findSentTransaction, isPending, newSearch, searchSentTransaction } from './findSentTransaction.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'

/**
 * Asks the wallet to send a call. Its answer is written to the journal and dispatched even after the run has ended. A
 * wallet that fails without refusing may have sent the call all the same: then the chain is searched for it.
 *
 * @returns the hash, or what the wallet answered instead.
 * @throws {TradeError} what the wallet refused or failed with; `transaction_would_fail`, `order_unavailable`, `wrong_chain`,
 * `aborted`.
 */
export async function promptTransaction(
  context: TransactionContext,
  item: TransactionItem,
  call: CheckedTransaction,
  entry: OpenEntry,
  sent: SentTransaction,
): Promise<string> {
  const { chain, wallet, signal, dispatch } = context
  const at = placeOf(item)
  if (signal.aborted) return endUnasked(signal, [entry], () => dispatch({ type: 'item_refused', at }))
  const answered = wallet.sendTransaction(call, entry.id).then(
    async (answer) => {
      const hash = readHash(answer)
      const named = hash ?? String(answer).slice(0, 4_096)
      await entry.writeAnswer(hash === undefined ? 'unknown' : 'sent', { hash: named })
      if (signal.aborted)
        dispatch(
          hash === undefined
            ? { type: 'item_answered', at }
            : { type: 'item_sent', at, hash, ...explorerLink(chain, hash) },
        )
      return named
    },
    async (error: unknown) => {
      const refused = await isRefused(context, sent, error)
      const isNew = await entry.writeAnswer(refused ? 'rejected' : 'unknown')
      if (refused && isNew) dispatch({ type: 'item_refused', at })
      return { error, refused }
    },
  )
  const searched = newSearch()
  const outcome = await awaitAnswer<Answer, Hex>(context, answered, {
    onOverdue: () => dispatch({ type: 'item_overdue', at }),
    search: () => findSentTransaction(context, item, sent, entry, searched),
  })
  const answer = 'answer' in outcome ? outcome.answer : outcome.found
  if ('found' in outcome) await entry.write('sent', { hash: outcome.found })
  if (typeof answer === 'string') return answer
  const { error, refused } = answer
  if (refused) throw await unsentError(context, error)
  dispatch({ type: 'item_searching', at })
  const found = await searchSentTransaction(context, item, sent, entry)
  if (found === undefined) throw error
  await entry.write('sent', { hash: found })
  return found
}

/** What a wallet answered; or what it threw, and whether that means that nothing was sent. */
type Answer = string | { readonly error: unknown; readonly refused: boolean }

/**
 * Returns whether nothing was sent: the wallet's error is certain, or likely and the chain shows nothing of the account
 * since. Where no node can be asked at all, the wallet is believed.
 */
export async function isRefused(
  { reader }: Pick<TransactionContext, 'reader'>,
  sent: Pick<SentTransaction, 'account' | 'nonce' | 'relayed'>,
  error: unknown,
): Promise<boolean> {
  if (isRefusal(error)) return true
  if (!isLikelyRefusal(error)) return false
  if (reader === undefined || sent.relayed === true) return true
  // A node that did not answer before the prompt, or does not now, supports no refusal.
  if (sent.nonce === undefined) return false
  return isPending(reader, sent).then(
    (pending) => !pending,
    () => false,
  )
}
