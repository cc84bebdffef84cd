import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { unlessAborted, wait } from '../wait.ts'
import type { Wallet } from './wallet.ts'

/** What the wallet has to be: on this account and on this chain. */
export type WalletTarget = {
  readonly wallet: Wallet
  readonly chain: Chain
  readonly account: Address
  readonly signal: AbortSignal
}

/** What the run does before it can ask the wallet. */
export type Preparing = 'switching' | 'switching_by_hand' | 'reconnecting'

/**
 * Waits for a wallet that is away, and makes sure that it is still on the account the action began with, and on its
 * chain: asks it to change chain once, offering the chain where the wallet does not know it, and where it cannot, waits
 * until its user has changed it. Says so before it asks.
 *
 * @param doing told what is going on. Without it nobody could be told to change the chain by hand, and nobody is waited for.
 * @throws {TradeError} `account_changed`, `wrong_chain`, or what the wallet refused with.
 */
export async function ensureWallet(
  { wallet, chain, account, signal }: WalletTarget,
  doing?: (doing: Preparing) => void,
): Promise<void> {
  // Nothing lies between the last look and the prompt.
  let [chainId, current] = await connected(wallet, signal, doing)
  if (chainId !== chain.id) {
    doing?.('switching')
    const failure = await unlessAborted(switchOrAdd(wallet, chain), signal)
    ;[chainId, current] = await unlessAborted(look(wallet), signal)
    if (chainId !== chain.id && doing !== undefined) {
      doing('switching_by_hand')
      ;[chainId, current] = await switched(wallet, chain, signal)
    }
    if (chainId !== chain.id)
      throw new TradeError('wrong_chain', `The wallet stayed on another chain than ${chain.name}.`, {
        cause: failure,
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
  doing: ((doing: 'reconnecting') => void) | undefined,
): ReturnType<typeof look> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unlessAborted(look(wallet), signal)
    } catch (error) {
      const away = error instanceof TradeError && error.code === 'wallet_unavailable'
      if (!away || attempt >= reconnectAttempts) throw error
      if (attempt === 1) doing?.('reconnecting')
      await wait(reconnectInterval, signal)
    }
  }
}

/** Milliseconds between looks at a wallet whose user is to change the chain, and how many: five minutes. */
const switchInterval = 1_000
const switchAttempts = 300

/** Waits until the wallet's user has changed the chain, or has had the time to. Answers what the wallet is on. */
async function switched(wallet: Wallet, chain: Chain, signal: AbortSignal): ReturnType<typeof look> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await unlessAborted(look(wallet), signal).catch((error: unknown) => {
      const away = error instanceof TradeError && error.code === 'wallet_unavailable'
      if (!away || attempt >= switchAttempts) throw error
      return undefined
    })
    if (found !== undefined && (found[0] === chain.id || attempt >= switchAttempts)) return found
    await wait(switchInterval, signal)
  }
}

/**
 * Asks the wallet to change to a chain, and offers it the chain where it does not know it.
 *
 * @returns why the wallet could not, where its user still can.
 * @throws {TradeError} where the user refused, or the wallet has no chain to change.
 */
async function switchOrAdd(wallet: Wallet, chain: Chain): Promise<TradeError | undefined> {
  try {
    await wallet.switchChain(chain.id)
    return undefined
  } catch (error) {
    // Only what the host configured is ever offered.
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

const isUnknownChain = (error: unknown): boolean =>
  error instanceof TradeError && error.code === 'wrong_chain'

/** A user who said no, and an adapter that has no wallet to ask, are not asked for more. */
function unlessFinal(error: unknown): TradeError {
  if (!(error instanceof TradeError)) throw error
  const { code, data } = error
  const noWallet = code === 'wallet_unavailable' && data.walletError === undefined
  if (code === 'wallet_refused' || code === 'wallet_busy' || noWallet) throw error
  return error
}
