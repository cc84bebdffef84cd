import { type ErrorBody, type ExecuteCode, executeCode, ParseError } from '@sluice/wire'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from '../apiError.ts'
import { Overload } from '../chain/overload.ts'
import { causesOf, errorCode } from '../errorCauses.ts'
import { OrderError } from '../orders/rejectedOrder.ts'
import { SelfCheckFailure } from '../trade/selfCheck/selfCheck.ts'

/** How an error is answered. */
export type ErrorResponse = {
  readonly body: ErrorBody
  /** Seconds after which the request may succeed. */
  readonly retryAfter?: number
  /** What is logged, where the cause is on our side. */
  readonly log?: string
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  424: 'Failed Dependency',
  425: 'Too Early',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

type More = Partial<Omit<ErrorBody, 'error' | 'message' | 'code'>>

/** The body of every error; `statusCode` where it is not that of the code. */
export const errorBodyOf = (
  { code, status }: { readonly code: number; readonly status: number },
  message: string,
  { statusCode = status, ...more }: More = {},
): ErrorBody => ({ statusCode, error: statusTexts[statusCode] ?? 'Error', message, code, ...more })

const errorOf = (reason: ExecuteCode, message: string, more?: More): ErrorResponse => ({
  body: errorBodyOf(executeCode[reason], message, more),
})

/** An error with a status of HTTP itself. */
export const httpError = (statusCode: number, message: string, field?: string): ErrorResponse =>
  errorOf('other', message, { statusCode, ...(field === undefined ? {} : { field }) })

/** Names of errors that mean that a node cannot be reached. */
const outageNames = [
  'NodeFault',
  'NodeBusy',
  'MulticallError',
  'RpcRequestError',
  'HttpRequestError',
  'TimeoutError',
  'SocketClosedError',
  'WebSocketRequestError',
]
const outageCodes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EPIPE']
/**
 * Postgres: connection lost, out of resources, shut down, no such database, one that only reads until a failover is over,
 * or a conflict with another writer.
 */
const outageStates = /^(?:08...|53...|57P..|3D000|25006|40001|40P01)$/
const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered|pool after calling end/

/** Whether a node could not be reached. */
const isNodeOutage = (error: unknown): boolean =>
  causesOf(error).some(({ name }) => outageNames.includes(name))

/** Whether a database or a node could not be reached. */
export function isOutage(error: unknown): boolean {
  if (isNodeOutage(error)) return true
  return causesOf(error).some((at) => {
    const code = String(errorCode(at))
    return outageCodes.includes(code) || outageStates.test(code) || outageMessages.test(at.message)
  })
}

/** Whether the database canceled a query that took too long. */
const isTimeout = (error: unknown): boolean => causesOf(error).some((at) => errorCode(at) === '57014')

/** Converts an error to its answer: bad input names a code, a field and a sentence; an internal error a sentence. */
export function errorResponseOf(error: unknown): ErrorResponse {
  if (error instanceof ParseError)
    return errorOf('other', error.message, { field: error.path === '' ? 'body' : error.path })
  if (error instanceof ApiError) {
    const { status, code, message, field, orderId, errors, unfillable } = error
    const more = {
      ...(field === undefined ? {} : { field }),
      ...(orderId === undefined ? {} : { orderId }),
      ...(unfillable === undefined ? {} : { unfillable }),
      ...(errors === undefined ? {} : { errors: [...errors] }),
    }
    return { body: errorBodyOf({ code, status }, message, more) }
  }
  if (error instanceof OrderError) {
    const { reason, message: detail, field, orderId } = error
    return errorOf('other', reason, { field, detail, orderId })
  }
  if (error instanceof SelfCheckFailure) {
    const message = 'This answer failed our own check and was not sent.'
    return {
      ...errorOf('selfCheckFailed', message),
      log: 'the self-check rejected a response; it was not sent',
    }
  }
  if (error instanceof Overload) return { ...errorOf('unavailable', error.message), retryAfter: 1 }
  if (error instanceof HTTPException)
    return httpError(
      error.status,
      error.message,
      error.status === 413 || error.status === 408 ? 'body' : undefined,
    )
  if (isTimeout(error)) {
    const message = 'Query cancelled because it took longer than 10s to execute'
    return { ...errorOf('tooSlow', message), log: 'a query took too long' }
  }
  if (isOutage(error)) {
    const what = isNodeOutage(error) ? 'nodes' : 'database'
    const message = `The ${what} of this chain cannot be reached at the moment.`
    return { ...errorOf('unavailable', message), retryAfter: 2, log: `the ${what} cannot be reached` }
  }
  return { ...errorOf('failed', 'Something went wrong on our side.'), log: 'a request failed unexpectedly' }
}

/** The answer while the provider starts. */
export const starting: ErrorResponse = {
  ...errorOf('unavailable', 'The provider is starting.'),
  retryAfter: 2,
}
export const noRoute: ErrorResponse = errorOf('notFound', 'There is no such route.', { field: 'path' })
