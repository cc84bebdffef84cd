import { callWouldFail } from '../chain/callError.ts'
import { TradeError } from '../errors.ts'
import { unlessAborted, withTimeout } from '../wait.ts'
import type { WalletTarget } from './ensureWallet.ts'
import { isLikelyRefusal } from './walletError.ts'

/** Milliseconds that a wallet has to say on which chain it is, while its user waits for an error that is known. */
const chainTimeout = 3_000

/**
 * Returns the error for a call that was not sent: that it would fail, if that is why the wallet refused it, else what the
 * wallet said. A wallet whose user switched chain while the prompt was open judges the call on the other chain, which
 * says nothing about this one: if the wallet itself reports another chain now, that is the error.
 */
export async function unsentError(
  { wallet, chain, signal }: Omit<WalletTarget, 'account'>,
  error: unknown,
): Promise<unknown> {
  const wouldFail = isLikelyRefusal(error)
  if (wouldFail || isShortOfFunds(error)) {
    const answer = unlessAborted(wallet.chainId(), signal)
    const chainId = await withTimeout(answer, chainTimeout, () => chain.id).catch(() => chain.id)
    if (chainId !== chain.id)
      return new TradeError(
        'wrong_chain',
        'The wallet switched to another chain while its prompt was open.',
        {
          cause: error,
          data: { chainId, wanted: chain.id },
        },
      )
  }
  return wouldFail ? callWouldFail('', error.data, error.cause) : error
}

const isShortOfFunds = (error: unknown): boolean =>
  error instanceof TradeError && error.code === 'insufficient_funds'
