import { poll } from '../../api/poll.ts'
import { TradeError } from '../../errors.ts'
import { unlessAborted, wait } from '../../wait.ts'
import type { CallsStatus } from '../../wallets/wallet.ts'
import type { TransactionContext } from '../transactionContext.ts'
import { pollingAttempts } from '../waitProgress.ts'
import { hasEnded } from './batchStatus.ts'

/** Asks the wallet until the batch has ended. An error counts as "not yet". */
export async function waitForBatch(
  { client, chain, wallet, signal }: TransactionContext,
  bundle: string,
): Promise<CallsStatus> {
  const attempts = pollingAttempts(client, chain)
  const failure = (n: number) =>
    `Failed to receive a successful response for transaction with hash ${bundle} after ${n} attempt(s).`
  const read = async () => {
    const status = await unlessAborted(
      wallet.callsStatus?.(bundle) ?? Promise.resolve(undefined),
      signal,
    ).catch(() => undefined)
    signal.throwIfAborted()
    return status === undefined || !hasEnded(status) ? undefined : status
  }
  try {
    const { pollingInterval: interval, adaptivePolling: adaptive } = client
    return await poll(read, { interval, adaptive, attempts, signal, failure })
  } catch (error) {
    if (!(error instanceof TradeError) || error.code !== 'poll_timeout') throw error
    throw new TradeError('transaction_timeout', error.message, { data: { bundle }, money: 'sent' })
  }
}

/** How often the wallet is asked for a batch that it may have accepted. */
const knownAttempts = 3

/** Returns whether the wallet knows a batch by our id. */
export async function isKnown({ client, wallet, signal }: TransactionContext, id: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const status = await unlessAborted(
      (wallet.callsStatus?.(id) ?? Promise.reject(new Error('The wallet does not report batches.'))).catch(
        () => undefined,
      ),
      signal,
    )
    if (status !== undefined) return true
    if (attempt >= knownAttempts) return false
    await wait(client.pollingInterval, signal)
  }
}
