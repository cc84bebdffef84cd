import { unlessAborted, wait } from '../api/wait.ts'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Session } from './session.ts'

/**
 * Waits for a wallet that is away, and makes sure that it is still on the account the action began with, and on its
 * chain: asks it to change chain once, offering the chain where the wallet does not know it, and reads both again.
 * Says so before it asks.
 * @throws {TradeError} `account_changed`, `wrong_chain`, or what the wallet refused with.
 */
export async function ensureWallet(
  { wallet, chain, account, signal }: Pick<Session, 'wallet' | 'chain' | 'account' | 'signal'>,
  doing: (doing: 'switching' | 'reconnecting') => void,
): Promise<void> {
  const asks = <T>(promise: Promise<T>) => unlessAborted(promise, signal)
  // Nothing lies between the last look and the prompt.
  let [chainId, current] = await connected(wallet, signal, doing)
  if (chainId !== chain.id) {
    doing('switching')
    await asks(switchOrAdd(wallet, chain))
    ;[chainId, current] = await asks(look(wallet))
    if (chainId !== chain.id)
      throw new TradeError('wrong_chain', `The wallet stayed on another chain than ${chain.name}.`, {
        data: { chainId, wanted: chain.id },
      })
  }
  if (current !== account)
    throw new TradeError('account_changed', 'The wallet is on another account than the action began with.')
}

const look = (wallet: Wallet) => Promise.all([wallet.chainId(), wallet.address()])

/** Milliseconds between looks at a wallet that is locked or disconnected, and how many. */
const reconnectInterval = 1_000
const reconnectAttempts = 75

/** Waits for a wallet that is locked or disconnected: it knows nobody then, and shows no window. Answers what it is on. */
async function connected(
  wallet: Wallet,
  signal: AbortSignal,
  doing: (doing: 'reconnecting') => void,
): ReturnType<typeof look> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unlessAborted(look(wallet), signal)
    } catch (error) {
      const away = error instanceof TradeError && error.code === 'wallet_unavailable'
      if (!away || attempt >= reconnectAttempts) throw error
      if (attempt === 1) doing('reconnecting')
      await wait(reconnectInterval, signal)
    }
  }
}

async function switchOrAdd(wallet: Wallet, chain: Chain): Promise<void> {
  try {
    await wallet.switchChain(chain.id)
  } catch (error) {
    const unknown =
      error instanceof TradeError && error.code === 'wrong_chain' && wallet.addChain !== undefined
    if (!unknown || chain.rpcUrls.length === 0) throw error
    // Only what the host configured is ever offered.
    await wallet.addChain?.(chain)
    if ((await wallet.chainId()) !== chain.id) await wallet.switchChain(chain.id)
  }
}
