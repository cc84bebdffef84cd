import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { unlessAborted, wait } from '../wait.ts'
import type { Wallet } from './wallet.ts'

/** The account and the chain that the wallet has to be on. */
export type WalletTarget = {
  readonly wallet: Wallet
  readonly chain: Chain
  readonly account: Address
  readonly signal: AbortSignal
}

/** What has to happen before the wallet can be prompted. */
export type Preparing = 'switching' | 'switching_by_hand' | 'reconnecting'

/**
 * Ensures that the wallet is on the action's account and chain. Waits for a wallet that is locked or disconnected. Asks
 * once to switch chain, adding the chain if the wallet does not know it; if that fails, waits for the user to switch.
 *
 * @param onChange called before each of these begins. Without it, the user is not waited for, because nobody could ask
 * them to switch.
 * @throws {TradeError} `account_changed`, `wrong_chain`, or the error that the wallet rejected with.
 */
export async function ensureWallet(
  { wallet, chain, account, signal }: WalletTarget,
  onChange?: (doing: Preparing) => void,
): Promise<void> {
  // The wallet is read directly before the prompt, with nothing in between.
  let [chainId, current] = await waitUntilConnected(wallet, signal, onChange)
  if (chainId !== chain.id) {
    onChange?.('switching')
    const failure = await unlessAborted(switchOrAdd(wallet, chain), signal)
    ;[chainId, current] = await unlessAborted(readWallet(wallet), signal)
    if (chainId !== chain.id && onChange !== undefined) {
      onChange('switching_by_hand')
      ;[chainId, current] = await waitUntilSwitched(wallet, chain, signal)
    }
    if (chainId !== chain.id)
      throw new TradeError('wrong_chain', `The wallet did not switch to ${chain.name}.`, {
        cause: failure,
        data: { chainId, wanted: chain.id },
      })
  }
  if (current !== account)
    throw new TradeError(
      'account_changed',
      'The wallet switched to another account after the action started.',
    )
}

const readWallet = (wallet: Wallet) => Promise.all([wallet.chainId(), wallet.address()])

/** Milliseconds between reads of a wallet that is locked or disconnected, and their number. */
const reconnectInterval = 1_000
const reconnectAttempts = 75

/** Waits while a wallet is locked or disconnected, since it opens no window then. Returns its chain and account. */
async function waitUntilConnected(
  wallet: Wallet,
  signal: AbortSignal,
  onChange: ((doing: 'reconnecting') => void) | undefined,
): ReturnType<typeof readWallet> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unlessAborted(readWallet(wallet), signal)
    } catch (error) {
      if (!isUnavailable(error) || attempt >= reconnectAttempts) throw error
      if (attempt === 1) onChange?.('reconnecting')
      await wait(reconnectInterval, signal)
    }
  }
}

/** Milliseconds between reads of a wallet whose user has to switch chain, and their number: five minutes. */
const switchInterval = 1_000
const switchAttempts = 300

/** Waits until the user has switched chain or the time is over. Returns the wallet's chain and account. */
async function waitUntilSwitched(
  wallet: Wallet,
  chain: Chain,
  signal: AbortSignal,
): ReturnType<typeof readWallet> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await unlessAborted(readWallet(wallet), signal).catch((error: unknown) => {
      if (!isUnavailable(error) || attempt >= switchAttempts) throw error
      return undefined
    })
    if (found !== undefined && (found[0] === chain.id || attempt >= switchAttempts)) return found
    await wait(switchInterval, signal)
  }
}

/**
 * Asks the wallet to switch to a chain, adding the chain first if the wallet does not know it.
 *
 * @returns why the wallet did not switch, if its user still can.
 * @throws {TradeError} if the user rejected, or the wallet cannot switch at all.
 */
async function switchOrAdd(wallet: Wallet, chain: Chain): Promise<TradeError | undefined> {
  try {
    await wallet.switchChain(chain.id)
    return undefined
  } catch (error) {
    // Only chains with nodes that the host configured are added.
    const add = isUnknownChain(error) && chain.rpcUrls.length > 0 ? wallet.addChain : undefined
    if (add === undefined) return unlessFinal(error)
    try {
      await add(chain)
      if ((await wallet.chainId()) !== chain.id) await wallet.switchChain(chain.id)
      return undefined
    } catch (cause) {
      return unlessFinal(cause)
    }
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof TradeError && error.code === 'wallet_unavailable'

const isUnknownChain = (error: unknown): boolean =>
  error instanceof TradeError && error.code === 'wrong_chain'

/** Returns a wallet's error, unless nothing more can be asked: the user rejected, or no wallet is behind the adapter. */
function unlessFinal(error: unknown): TradeError {
  if (!(error instanceof TradeError)) throw error
  const { code, data } = error
  const noWallet = code === 'wallet_unavailable' && data.walletError === undefined
  if (code === 'wallet_refused' || code === 'wallet_busy' || noWallet) throw error
  return error
}
