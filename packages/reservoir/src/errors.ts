import { TradeError, type TradeErrorCode, type TradeErrorData } from '@sluice/core'
import { formatUnits } from 'viem'

/** The words of an answer, as reservoir-sdk handed them on. */
type RawError = NonNullable<TradeErrorData['answer']>

/** Codes of ours under which a provider said no, or nothing. */
const ofProvider: ReadonlySet<TradeErrorCode> = new Set([
  'provider_error',
  'provider_unreachable',
  'rate_limited',
])

/**
 * What a provider answered in the place of what was asked for, or that nobody answered: then without a `statusCode`. Has
 * reservoir-sdk's fields, and those of `TradeError` beside them: `code`, `data`, `money`.
 */
export class APIError extends TradeError {
  readonly statusCode: number | undefined
  /** What of the answer is of use: its status, its number for the reason, its sentence, what is wrong with each order. */
  readonly rawError: RawError | undefined
  readonly requestUrl: string | undefined

  constructor(
    message = 'Unknown Reason',
    statusCode?: number,
    rawError?: RawError,
    requestUrl?: string,
    type = 'APIError',
    options: { readonly trade?: TradeError } = {},
  ) {
    const { code = 'provider_error', data = {}, money = 'untouched' } = options.trade ?? {}
    super(code, message, { cause: 'APIError', data, money })
    named(this, 'APIError', type)
    this.statusCode = statusCode
    this.rawError = rawError
    this.requestUrl = requestUrl
  }
}

/** The transaction was sent, and its end was not seen in time. */
export class TransactionTimeoutError extends TradeError {
  readonly txHash: string
  readonly blockExplorerBaseUrl: string | undefined

  constructor(error: TradeError) {
    const { hash = '', explorerUrl } = error.data
    // reservoir-sdk's sentence has the hash in quotation marks.
    super(error.code, error.message.replace(/ hash (0x[0-9a-f]{64}) /, " hash '$1' "), {
      cause: error.cause,
      data: error.data,
      money: error.money,
    })
    named(this, 'TransactionTimeoutError')
    this.txHash = hash
    this.blockExplorerBaseUrl = explorerUrl === undefined ? undefined : new URL(explorerUrl).origin
  }
}

/** `TradeError` names itself; reservoir-sdk's errors had names, and one a type, of their own. */
function named(error: Error, name: string, type?: string): void {
  Object.assign(error, { name }, type === undefined ? {} : { type })
}

/**
 * Whether an error is what a provider answered, or that nobody answered.
 *
 * @example
 * ```ts
 * try {
 *   await getClient().actions.listToken({ listings, wallet })
 * } catch (error) {
 *   if (isAPIError(error)) console.error(error.statusCode, error.message)
 * }
 * ```
 */
export const isAPIError = (error: unknown): error is APIError => error instanceof APIError

/**
 * Our error as reservoir-sdk threw it, where it had one for the case: a provider's answer as an `APIError`, what the
 * wallet threw as the wallet threw it. What happened to the money stands in `money` of each; of a wallet's own error it is
 * not listed among its fields. `units` are those of the one item that was bought or sold.
 */
export function toReservoirError(error: unknown, units = 1n): unknown {
  if (!(error instanceof TradeError) || error instanceof APIError) return error
  const { code, data, message, cause, money } = error
  if (code === 'transaction_timeout') return new TransactionTimeoutError(error)
  if (code === 'price_mismatch') return priceMismatch(error, units)
  if (code === 'bid_data_missing')
    return new TradeError(code, message, { data: data.bid as TradeErrorData, money })
  if (data.status !== undefined || ofProvider.has(code)) return apiError(error)
  const ofWallet = data.walletError !== undefined && cause !== undefined && !(cause instanceof TradeError)
  if (!ofWallet) return error
  if (typeof cause === 'object' && cause !== null && Object.isExtensible(cause))
    Object.defineProperty(cause, 'money', { value: money, configurable: true })
  return cause
}

function apiError(trade: TradeError): APIError {
  const { status, answer, requestUrl } = trade.data
  const usual =
    status === undefined
      ? trade.message.replace(/: Unknown Reason$/, '')
      : `Request failed with status code ${status}`
  return new APIError(
    answer?.message ?? answer?.error ?? usual,
    answer?.statusCode ?? status,
    answer,
    requestUrl,
    'APIError',
    { trade },
  )
}

/** In reservoir-sdk's words, with the price of one unit where several of one token were asked for. */
function priceMismatch({ code, message, data, money }: TradeError, units: bigint): TradeError {
  const { raw, decimals, expected, currency } = data
  const isPriced = typeof raw === 'bigint' && typeof decimals === 'number'
  const price = isPriced ? formatUnits(raw / units, decimals) : message.replace(/^.* is now /, '')
  const what = message.includes('offer price') ? 'offer price of this token' : 'total price'
  return new TradeError(code, `Attention: the ${what} is now ${price}`, {
    data: { currency, decimals, raw: String(raw), expected: String(expected) },
    money,
  })
}
