import type { CheckedTransaction } from '@sluice/guards'
import type { SentTransaction } from '../chain/receipts.ts'
import type { JournalLine } from '../journal/journalEntry.ts'
import type { Session } from '../plan/session.ts'
import { unlessAborted } from '../wait.ts'
import { readHash } from '../wallets/readHash.ts'
import { isLikelyRefusal, isRefusal } from '../wallets/walletError.ts'
import { findSent, isPending, searchSent } from './findSentTransaction.ts'
import { linkOf } from './linkOf.ts'
import type { TransactionItem } from './sendTransaction.ts'

/** Milliseconds after which an unanswered window may be lost; what it sent is then looked for on the chain. */
const patience = 120_000

/**
 * Opens the wallet's window. Whatever it answers is written down and told, even when nobody waits any more. A wallet
 * that fails without refusing may have sent the call all the same: then the chain is searched for it.
 */
export async function promptSend(
  session: Session,
  item: TransactionItem,
  call: CheckedTransaction,
  line: JournalLine,
  sent: SentTransaction,
): Promise<string> {
  const { client, wallet, signal, tell } = session
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  const answered = wallet.sendTransaction(call).then(
    async (answer) => {
      const hash = readHash(answer)
      await line.write(hash === undefined ? 'unknown' : 'sent', {
        hash: hash ?? String(answer).slice(0, 4_096),
      })
      if (signal.aborted)
        tell(
          hash === undefined
            ? { type: 'item_answered', at }
            : { type: 'item_sent', at, hash, ...linkOf(session, hash) },
        )
      return hash ?? String(answer).slice(0, 4_096)
    },
    async (error: unknown) => {
      const refused = await isRefused(session, sent, error)
      await line.write(refused ? 'rejected' : 'unknown')
      if (refused) tell({ type: 'item_refused', at })
      return { error, refused }
    },
  )
  let answer: Answer | 'open' = await within(answered, patience, signal)
  if (answer === 'open') tell({ type: 'item_overdue', at })
  const seen = new Set<string>()
  while (answer === 'open') {
    const found = await findSent(session, item, sent, seen).catch(() => undefined)
    if (found !== undefined) {
      await line.write('sent', { hash: found })
      return found
    }
    answer = await within(answered, client.pollingInterval, signal)
  }
  if (typeof answer === 'string') return answer
  const { error, refused } = answer
  if (refused) throw error
  tell({ type: 'item_searching', at })
  const found = await searchSent(session, item, sent)
  if (found === undefined) throw error
  await line.write('sent', { hash: found })
  return found
}

/** What a wallet answered; or what it threw, and whether that says that nothing was sent. */
type Answer = string | { readonly error: unknown; readonly refused: boolean }

/** Whether nothing was sent: the wallet says it for certain, or says so and the chain shows nothing against it. */
async function isRefused({ reader }: Session, sent: SentTransaction, error: unknown): Promise<boolean> {
  if (isRefusal(error)) return true
  return isLikelyRefusal(error) && (reader === undefined || !(await isPending(reader, sent)))
}

/** The answer, or `open` when it has not come in time. */
async function within<T>(answer: Promise<T>, milliseconds: number, signal: AbortSignal): Promise<T | 'open'> {
  const held: { timer?: ReturnType<typeof setTimeout> } = {}
  const over = new Promise<'open'>((resolve) => {
    held.timer = setTimeout(resolve, milliseconds, 'open')
  })
  try {
    return await unlessAborted(Promise.race([answer, over]), signal)
  } finally {
    clearTimeout(held.timer)
  }
}
