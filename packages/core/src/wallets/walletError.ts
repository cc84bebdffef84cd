import { revertOf } from '../chain/callError.ts'
import { rpcError } from '../chain/rpcError.ts'
import { TradeError, type TradeErrorCode, type WalletErrorKind } from '../errors.ts'
import { isInstance } from '../property.ts'
import { readWalletError } from './readWalletError.ts'
import type { Wallet } from './wallet.ts'

/** What each kind of error is to whoever called the action, and what its user is told. */
const known: Readonly<Record<WalletErrorKind, readonly [TradeErrorCode, string]>> = {
  refused: ['wallet_refused', 'The request was refused in the wallet.'],
  busy: ['wallet_busy', 'The wallet has a request open already. Open the wallet to answer it.'],
  not_ready: ['wallet_unavailable', 'The wallet is not ready.'],
  unknown_chain: ['wrong_chain', 'The wallet does not know this chain.'],
  unsupported: ['wallet_error', 'The wallet cannot do what was asked.'],
  funds: ['insufficient_funds', 'The account does not hold enough for this transaction and its gas.'],
  chain: ['wallet_error', 'The wallet answered with an error.'],
  unknown: ['wallet_error', 'The wallet answered with an error.'],
}

/**
 * What a wallet, a device or a wallet library threw, as ours: by the table of {@link readWalletError}. `data.nothingSent`
 * says that it is certain that nothing was signed or sent (see {@link isRefusal}).
 */
export function walletError(cause: unknown): TradeError {
  if (isInstance(cause, TradeError)) return cause
  const { kind, sent, code, sentence } = readWalletError(cause)
  const [ours, usual] = known[kind]
  return new TradeError(ours, sentence ?? usual, {
    cause,
    data: {
      walletError: kind,
      ...(code === undefined ? {} : { walletCode: code }),
      ...(sent === 'no' ? { nothingSent: true } : {}),
    },
  })
}

/** Errors of ours by which an adapter, or the look before the prompt, refuses before the wallet is asked. */
const beforeThePrompt: ReadonlySet<TradeErrorCode> = new Set([
  'wallet_refused',
  'wallet_busy',
  'wrong_chain',
  'account_changed',
])

/**
 * Whether an error of a wallet says for certain that nothing was signed or sent, and nothing will be: the user
 * refused, another window was open, the device was locked, the account cannot pay. Of any other error the chain has to be
 * asked what became of the request.
 *
 * @example
 * isRefusal(walletError({ code: 4001 })) // true
 * isRefusal(walletError(new Error('request timed out'))) // false
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof TradeError && (error.data.nothingSent === true || isOurs(error))

/**
 * Whether an error of a wallet says that its own node found that the call fails, so that it did not send it. Where the
 * chain can be asked, it has to agree.
 */
export const isLikelyRefusal = (error: unknown): boolean =>
  error instanceof TradeError && error.data.revert !== undefined

const isOurs = ({ code, data }: TradeError) => data.walletError === undefined && beforeThePrompt.has(code)

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    throw withRevert(walletError(cause))
  }
}

/** With why the call would fail, where the wallet found that out by itself and nothing was sent. */
function withRevert(error: TradeError): TradeError {
  const said = error.code === 'wallet_error' ? rpcError(error.cause) : undefined
  if (!said?.reverted) return error
  const { code, message, cause, data, money } = error
  return new TradeError(code, message, { cause, data: { ...data, ...revertOf(said) }, money })
}

/**
 * A wallet whose every rejection is a {@link TradeError}, whatever it was made with. Reads over its node stay
 * as they are: an error of the chain is not one of the wallet.
 */
export const withTradeErrors = (wallet: Wallet): Wallet =>
  // Over an empty object: a frozen wallet could not be answered for otherwise.
  new Proxy({} as Wallet, {
    get(_empty, key) {
      const value: unknown = Reflect.get(wallet, key)
      if (typeof value !== 'function') return value
      if (key === 'request' || key === 'watch') return value.bind(wallet)
      return (...parameters: unknown[]) => asked(() => value.apply(wallet, parameters))
    },
  })
