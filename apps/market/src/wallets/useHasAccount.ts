import type { Wallet } from '@sluice/core'
import { useEffect, useState } from 'react'

/**
 * Whether a wallet shows an account: not while it is locked, nor after its owner removed the page in it. `undefined`
 * until it has answered.
 */
export function useHasAccount(wallet: Wallet | undefined): boolean | undefined {
  const [answer, setAnswer] = useState<{ readonly wallet: Wallet; readonly hasAccount: boolean }>()
  useEffect(() => {
    if (wallet === undefined) return
    return askForAccount(wallet, (hasAccount) => setAnswer({ wallet, hasAccount }))
  }, [wallet])
  return answer?.wallet === wallet ? answer?.hasAccount : undefined
}

/**
 * Asks a wallet once whether it shows an account, without opening its window. A wallet that cannot say shows none.
 *
 * @returns a function after which no answer is reported.
 */
export function askForAccount(
  wallet: Pick<Wallet, 'address'>,
  tell: (hasAccount: boolean) => void,
): () => void {
  const state = { stopped: false }
  const tellUnlessStopped = (hasAccount: boolean) => {
    if (!state.stopped) tell(hasAccount)
  }
  wallet.address().then(
    () => tellUnlessStopped(true),
    () => tellUnlessStopped(false),
  )
  return () => {
    state.stopped = true
  }
}

/**
 * Whether the visitor has to connect before the page knows an account: no wallet was chosen, or the chosen one answered
 * that it shows none. Not while it is asked.
 */
export const needsConnecting = (wallet: Wallet | undefined, hasAccount: boolean | undefined): boolean =>
  wallet === undefined || hasAccount === false
