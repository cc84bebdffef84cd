import { revertOf } from '../chain/callError.ts'
import { rpcError } from '../chain/rpcError.ts'
import { TradeError, type TradeErrorCode, type WalletErrorKind } from '../errors.ts'
import { isInstance } from '../property.ts'
import { readWalletError } from './readWalletError.ts'
import type { Wallet } from './wallet.ts'

/** The error code and message of each kind of wallet error. */
const known: Readonly<Record<WalletErrorKind, readonly [TradeErrorCode, string]>> = {
  refused: ['wallet_refused', 'The request was rejected in the wallet.'],
  busy: ['wallet_busy', 'The wallet already has a pending request. Open the wallet to respond to it.'],
  not_ready: ['wallet_unavailable', 'The wallet is not ready.'],
  unknown_chain: ['wrong_chain', 'The wallet does not know this chain.'],
  unsupported: ['wallet_error', 'The wallet does not support this request.'],
  funds: ['insufficient_funds', 'The account does not have enough funds for this transaction and its gas.'],
  chain: ['wallet_error', 'The wallet returned an error.'],
  unknown: ['wallet_error', 'The wallet returned an error.'],
}

/**
 * Returns what a wallet, a device or a wallet library threw as a `TradeError`, by {@link readWalletError}.
 * `data.nothingSent` is set if nothing was signed or sent for certain (see {@link isRefusal}).
 */
export function walletError(cause: unknown): TradeError {
  if (isInstance(cause, TradeError)) return cause
  const { kind, sent, code, sentence } = readWalletError(cause)
  const [tradeCode, message] = known[kind]
  return new TradeError(tradeCode, sentence ?? message, {
    cause,
    data: {
      walletError: kind,
      ...(code === undefined ? {} : { walletCode: code }),
      ...(sent === 'no' ? { nothingSent: true } : {}),
    },
  })
}

/** Our own errors that an adapter, or the check before the prompt, throws before the wallet is prompted. */
const beforeThePrompt: ReadonlySet<TradeErrorCode> = new Set([
  'wallet_refused',
  'wallet_busy',
  'wrong_chain',
  'account_changed',
])

/**
 * Returns whether nothing was or will be signed or sent for certain: the user rejected, another window was open, the
 * device was locked, or the account cannot pay. After any other error, the chain shows what happened to the request.
 *
 * @example
 * ```ts
 * isRefusal(walletError({ code: 4001 })) // true
 * isRefusal(walletError(new Error('request timed out'))) // false
 * ```
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof TradeError && (error.data.nothingSent === true || isOwnError(error))

/**
 * Returns whether the wallet did not send a call because its own node found that it fails. If the chain can be read, it
 * has to agree.
 */
export const isLikelyRefusal = (error: unknown): error is TradeError =>
  error instanceof TradeError && error.data.revert !== undefined

const isOwnError = ({ code, data }: TradeError) => data.walletError === undefined && beforeThePrompt.has(code)

async function withTradeError<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    throw withRevert(walletError(cause))
  }
}

/** Adds the reason why a call would revert, if the wallet found that out and sent nothing. */
function withRevert(error: TradeError): TradeError {
  const reverted = error.code === 'wallet_error' ? rpcError(error.cause) : undefined
  if (!reverted?.reverted) return error
  const { code, message, cause, data, money } = error
  return new TradeError(code, message, { cause, data: { ...data, ...revertOf(reverted) }, money })
}

/**
 * Returns a wallet whose rejections are all {@link TradeError}s. Reads from its node stay unchanged, because an error of
 * the chain is not an error of the wallet.
 */
export const withTradeErrors = (wallet: Wallet): Wallet =>
  // The target is empty, because a proxy must return the own properties of a frozen target.
  new Proxy({} as Wallet, {
    get(_empty, key) {
      const value: unknown = Reflect.get(wallet, key)
      if (typeof value !== 'function') return value
      if (key === 'request' || key === 'watch') return value.bind(wallet)
      return (...parameters: unknown[]) => withTradeError(() => value.apply(wallet, parameters))
    },
  })
