import { poll } from '../../api/poll.ts'
import { TradeError } from '../../errors.ts'
import { overdueAfter, wait } from '../../wait.ts'
import type { CallsStatus } from '../../wallets/wallet.ts'
import type { TransactionContext } from '../transactionContext.ts'
import { pollingAttempts } from '../waitProgress.ts'
import { statusOf } from './askStatus.ts'
import { type BatchHashes, hasEnded } from './batchStatus.ts'

/**
 * Asks the wallet until the batch has ended. Whenever the wallet fails or does not answer, and once it has called the batch
 * pending for two minutes, `look` is called for what the chain shows: a batch with all of its calls on chain has ended,
 * whatever the wallet says later.
 *
 * @throws {TradeError} `transaction_timeout`, `aborted`
 */
export async function waitForBatch(
  { client, chain, wallet, signal }: TransactionContext,
  bundle: string,
  look: () => Promise<BatchHashes | undefined>,
): Promise<CallsStatus> {
  const attempts = pollingAttempts(client, chain)
  const begun = performance.now()
  const failure = (n: number) =>
    `Failed to receive a successful response for transaction with hash ${bundle} after ${n} attempt(s).`
  const read = async (): Promise<CallsStatus | undefined> => {
    const status = await statusOf(wallet, bundle, signal)
    if (status !== undefined && hasEnded(status)) return status
    const isOverdue = performance.now() - begun >= overdueAfter
    if (status !== undefined && !isOverdue) return undefined
    const found = await look().catch(() => undefined)
    signal.throwIfAborted()
    return found && { state: 'confirmed', hashes: found.filter((hash) => hash !== undefined) }
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
    if ((await statusOf(wallet, id, signal)) !== undefined) return true
    if (attempt >= knownAttempts) return false
    await wait(client.pollingInterval, signal)
  }
}
