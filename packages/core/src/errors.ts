import type { RevertReason } from '@sluice/seaport'
import type { UnfillableReason } from '@sluice/wire'
import type { Hex } from 'viem'
import { isInstance } from './property.ts'

export type { RevertReason }

/**
 * Why an action stopped. A closed list: branch on it, never on a message.
 *
 * - input: the caller's parameters, found before any request.
 * - provider: what the provider answered, or did not.
 * - guard: the provider asked for something the user had not agreed to; nothing reached the wallet.
 * - wallet: what the wallet said.
 * - chain: what became of a transaction.
 */
export type TradeErrorCode =
  // input
  | 'invalid_input'
  | 'missing_configuration'
  | 'no_order_ids'
  | 'bid_data_missing'
  | 'unknown_chain'
  // provider
  | 'provider_error'
  | 'provider_unreachable'
  | 'provider_malformed'
  | 'rate_limited'
  | 'order_unavailable'
  | 'poll_timeout'
  | 'order_refused'
  | 'cancel_unconfirmed'
  // guard
  | 'price_mismatch'
  | 'no_price_bound'
  | 'blocked'
  | 'declined'
  // wallet
  | 'wallet_refused'
  | 'wallet_busy'
  | 'wallet_unavailable'
  | 'wallet_error'
  | 'wrong_chain'
  | 'account_changed'
  | 'bad_signature'
  | 'no_transaction_hash'
  // chain
  | 'insufficient_funds'
  | 'transaction_would_fail'
  | 'transaction_reverted'
  | 'transaction_cancelled'
  | 'transaction_replaced'
  | 'transaction_dropped'
  | 'transaction_timeout'
  | 'effect_missing'
  | 'order_filled'
  // run
  | 'aborted'
  | 'busy'
  | 'storage_failed'
  | 'not_loaded'
  | 'unexpected'

/**
 * What happened to the money when the action stopped.
 *
 * - untouched: nothing was signed or sent, for certain.
 * - signed: a signature exists and may be live; it can be cancelled.
 * - sent: a transaction was sent and its result is unknown.
 * - spent: a transaction succeeded on chain.
 * - gas_only: a transaction was mined and failed; only its gas was paid.
 * - unknown: the wallet was asked, and may or may not have signed or sent.
 */
export type MoneyState = 'untouched' | 'signed' | 'sent' | 'spent' | 'gas_only' | 'unknown'

/**
 * What a wallet's error means for the open request.
 *
 * - refused: the user rejected the request.
 * - busy: another prompt is open; this request was not shown.
 * - not_ready: locked, disconnected, not connected to this site, or the device's app is not open.
 * - unknown_chain: the wallet does not know the chain, or is on another one.
 * - unsupported: the wallet or its device does not support the request.
 * - funds: the account cannot pay for the transaction.
 * - chain: a node reported another fault of the transaction.
 * - unknown: none of these.
 */
export type WalletErrorKind =
  | 'refused'
  | 'busy'
  | 'not_ready'
  | 'unknown_chain'
  | 'unsupported'
  | 'funds'
  | 'chain'
  | 'unknown'

/**
 * State of an agreed item.
 *
 * - done: bought, sold, transferred or cancelled, as the chain shows; or signed and published.
 * - ended: the order to cancel had ended already.
 * - unknown: the wallet was asked, and the result is unknown: it may be sent, signed or live.
 * - partial: some of its units are done, and nothing is pending.
 * - open: nothing has happened.
 */
export type ProgressState = 'done' | 'ended' | 'unknown' | 'partial' | 'open'

/** An agreed item and its state. */
export type ProgressItem = {
  /** Its index among the caller's items, listings, bids or order ids. */
  readonly index: number
  /** What became of the item. */
  readonly state: ProgressState
  /** Units agreed: token units; 1 for an order. */
  readonly units: number
  /** Units done. */
  readonly done: number
}

/** How many of the agreed items are done. */
export type Progress = {
  /** Number of items that are done or had ended already. */
  readonly done: number
  /** Number of agreed items. */
  readonly total: number
  /** The agreed items with their states, in the order of the call. */
  readonly items: readonly ProgressItem[]
}

/** Data about an error that code may act on. None of it is secret. */
export type TradeErrorData = {
  /** HTTP status of the provider's error. */
  readonly status?: number
  /** URL of the request, without the query. */
  readonly requestUrl?: string
  /** Short strings and numbers of the provider's error body. */
  readonly answer?: {
    readonly statusCode?: number
    readonly error?: string
    readonly message?: string
    readonly code?: number
    readonly field?: string
    /** Why orders that are open cannot be filled by this account, or here. */
    readonly unfillable?: UnfillableReason
    readonly errors?: readonly {
      readonly message?: string
      readonly orderId?: string
      readonly orderIndex?: number
    }[]
  }
  /** The provider's own error code. */
  readonly providerCode?: number
  /** The hash of the transaction concerned. */
  readonly hash?: string
  /** Link to the transaction in a block explorer. */
  readonly explorerUrl?: string
  /** Why there was no answer: no network, a timeout, or a connection that was refused or broke. */
  readonly hint?: 'offline' | 'timeout' | 'connection'
  /** Whether the provider redirected the request. Redirects are not followed. */
  readonly redirect?: boolean
  /** Whether the answer was not JSON: a broken transfer, or an HTML page. */
  readonly unreadable?: boolean
  /** Kind of the wallet's error. */
  readonly walletError?: WalletErrorKind
  /** The wallet's own error code. */
  readonly walletCode?: number
  /** Set if nothing was signed or sent for certain. */
  readonly nothingSent?: true
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfter?: number
  /** Findings of the guards. */
  readonly findings?: readonly unknown[]
  /** Why a call reverted: the contract's name of the error, if known, and its reason as a code. */
  readonly revert?: { readonly name?: string; readonly reason: RevertReason }
  /**
   * Of a purchase of several orders that would fail: the items that are the cause, by their index among the caller's
   * items. The others can be bought without them.
   */
  readonly failing?: readonly {
    readonly index: number
    readonly orderId: Hex
    /** `contract:tokenId`, lower-cased. */
    readonly token: string
  }[]
  /** Why a call reverted, as the contract wrote it: text, or the error's selector and arguments. */
  readonly reason?: string
  /** All input of a blocked plan. `writeReport` turns it into text that reproduces the verdict. */
  readonly report?: unknown
  /** What was done when the action stopped. */
  readonly progress?: Progress
  /** Ids of orders that were or may have been signed, and may be live until they are cancelled or expire. */
  readonly mayBeLive?: readonly Hex[]
  /** Name of the invalid field in the caller's input or the provider's answer. */
  readonly field?: string
  readonly [key: string]: unknown
}

/**
 * The only error that this package throws. Branch on `code`, never on `message`; `money` says what happened to the money.
 *
 * @example
 * ```ts
 * try {
 *   await buyTokens(client, { wallet, items, expectedPrice }).result()
 * } catch (error) {
 *   if (error instanceof TradeError && error.code === 'wallet_refused') return
 *   throw error
 * }
 * ```
 */
export class TradeError extends Error {
  override readonly name = 'TradeError'
  readonly code: TradeErrorCode
  readonly data: TradeErrorData
  readonly money: MoneyState
  /** Path of this error's entry in the documentation, e.g. `/guide/errors#blocked`. */
  readonly docsPath: string
  /** The specification's name for a price mismatch: `type` is "price mismatch" there, else absent. */
  readonly type?: 'price mismatch'

  constructor(
    code: TradeErrorCode,
    message: string,
    options: { cause?: unknown; data?: TradeErrorData; money?: MoneyState } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.data = Object.freeze({ ...options.data })
    this.money = options.money ?? 'untouched'
    this.docsPath = `/guide/errors#${code}`
    if (code === 'price_mismatch') this.type = 'price mismatch'
  }
}

/** States of the money, from harmless to the one that needs the most care. */
export const severity: readonly MoneyState[] = ['untouched', 'gas_only', 'signed', 'sent', 'spent', 'unknown']

/** Returns the state of two that needs more care. */
export const worst = (left: MoneyState, right: MoneyState): MoneyState =>
  severity.indexOf(left) > severity.indexOf(right) ? left : right

/** Returns the error for input that cannot be used; `field` names it. */
export const invalidInput = (field: string, message: string): TradeError =>
  new TradeError('invalid_input', message, { data: { field } })

/** Returns any thrown value as a {@link TradeError}, with the specification's default message for unknown ones. */
export function toTradeError(cause: unknown): TradeError {
  if (isInstance(cause, TradeError)) return cause
  return new TradeError('unexpected', 'Error: something went wrong', { cause })
}

/** Returns the error for our own code that could not be loaded. Nothing was asked of the wallet without it. */
export const notLoaded = (cause: unknown): TradeError =>
  isInstance(cause, TradeError)
    ? cause
    : new TradeError('not_loaded', 'The checks could not be loaded, so nothing was asked of the wallet.', {
        cause,
      })

/**
 * Awaits a part of this package that loads on demand: `loaded(import('./part.ts'))`.
 * @throws {TradeError} `not_loaded`
 */
export const loaded = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw notLoaded(cause)
  })
