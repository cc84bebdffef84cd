import { overdueAfter, unlessAborted, withTimeout } from '../wait.ts'
import type { TransactionContext } from './transactionContext.ts'

/**
 * Waits for what a wallet answers to a prompt. Once the answer is overdue, `search` is called again and again for what
 * the wallet did without saying so; a search that fails has found nothing, and one that hangs holds up no answer.
 *
 * @returns the answer, or what was found.
 * @throws {TradeError} `aborted`
 */
export async function awaitAnswer<A, F>(
  { client, signal }: Pick<TransactionContext, 'client' | 'signal'>,
  answered: Promise<A>,
  { onOverdue, search }: { readonly onOverdue: () => void; readonly search: () => Promise<F | undefined> },
): Promise<{ readonly answer: A } | { readonly found: F }> {
  const answer = unlessAborted(
    answered.then((given) => ({ answer: given })),
    signal,
  )
  const within = (milliseconds: number) => withTimeout(answer, milliseconds, () => undefined)
  const inTime = await within(overdueAfter)
  if (inTime !== undefined) return inTime
  onOverdue()
  for (;;) {
    const searched = search().then(
      (found) => ({ found }),
      () => ({ found: undefined }),
    )
    const first = await Promise.race([answer, searched])
    if ('answer' in first) return first
    if (first.found !== undefined) return { found: first.found }
    const late = await within(client.pollingInterval)
    if (late !== undefined) return late
  }
}
