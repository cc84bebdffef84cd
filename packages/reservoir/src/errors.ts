import { TradeError } from '@sluice/core'

/** A provider's refusal, as the ancestor told it. `TradeError` in all else: `code`, `data`, `money`. */
export class APIError extends TradeError {
  readonly statusCode: number
  /** What of the answer is of use: its status, its number for the reason, the whole sentence. */
  readonly rawError: {
    readonly statusCode: number
    readonly code: number | undefined
    readonly message: string
  }

  constructor(error: TradeError) {
    super(error.code, error.message, { cause: error.cause, data: error.data, money: error.money })
    const { status = 0, providerCode } = error.data
    this.statusCode = status
    this.rawError = { statusCode: status, code: providerCode, message: error.message }
  }
}

/** The transaction was sent, and its end was not seen in time. */
export class TransactionTimeoutError extends TradeError {
  readonly txHash: string
  readonly blockExplorerBaseUrl: string | undefined

  constructor(error: TradeError) {
    super(error.code, error.message, { cause: error.cause, data: error.data, money: error.money })
    this.txHash = error.data.hash ?? ''
    const link = error.data.explorerUrl
    this.blockExplorerBaseUrl = link === undefined ? undefined : new URL(link).origin
  }
}

export const isAPIError = (error: unknown): error is APIError => error instanceof APIError

/** Our error under the ancestor's class, where it had one. */
export function ancestral(error: unknown): unknown {
  if (!(error instanceof TradeError)) return error
  if (error.code === 'transaction_timeout') return new TransactionTimeoutError(error)
  return error.data.status === undefined ? error : new APIError(error)
}
