import { TradeError } from '../../errors.ts'
import { createDeadline, unlessAborted } from '../../wait.ts'
import type { CallsStatus, Wallet } from '../../wallets/wallet.ts'

/** Milliseconds to wait for what a wallet says of a batch; some wallets never answer. */
const statusTimeout = 10_000

/**
 * Asks the wallet once how a batch ended.
 * @throws {TradeError} what the wallet rejects with; `wallet_unavailable` if it does not answer in time or reports no
 * batches; `aborted`.
 */
export async function askStatus(
  wallet: Pick<Wallet, 'callsStatus'>,
  id: string,
  signal: AbortSignal,
): Promise<CallsStatus> {
  if (wallet.callsStatus === undefined)
    throw new TradeError('wallet_unavailable', 'The wallet does not report batches.')
  const deadline = createDeadline(signal, statusTimeout, statusTimeout)
  try {
    return await unlessAborted(wallet.callsStatus(id), deadline.signal)
  } catch (cause) {
    if (deadline.exceeded === undefined) throw cause
    throw new TradeError('wallet_unavailable', `The wallet did not answer within ${statusTimeout} ms.`)
  } finally {
    deadline.clear()
  }
}

/**
 * Asks the wallet once how a batch ended; `undefined` if it fails or does not answer in time, which says nothing.
 * @throws {TradeError} `aborted`
 */
export async function statusOf(
  wallet: Pick<Wallet, 'callsStatus'>,
  id: string,
  signal: AbortSignal,
): Promise<CallsStatus | undefined> {
  try {
    return await askStatus(wallet, id, signal)
  } catch (cause) {
    if (signal.aborted) throw cause
    return undefined
  }
}
