import { type ErrorBody, type ExecuteCode, executeCode, ParseError } from '@sluice/wire'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from '../apiError.ts'
import { Overload } from '../chain/overload.ts'
import { OrderError } from '../orders/validateOrder.ts'
import { SelfCheckFailure } from '../trade/selfCheck/selfCheck.ts'

/** How an error is answered. */
export type Fault = {
  readonly body: ErrorBody
  /** Seconds after which it may go better. */
  readonly retryAfter?: number
  /** What the log says of it, where it is ours to know. */
  readonly log?: string
}

const words: Readonly<Record<number, string>> = {
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
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

type More = Partial<Omit<ErrorBody, 'error' | 'message' | 'code'>>

/** The one shape of every refusal; `statusCode` where it is not that of the code. */
export const errorBodyOf = (
  { code, status }: { readonly code: number; readonly status: number },
  message: string,
  { statusCode = status, ...more }: More = {},
): ErrorBody => ({ statusCode, error: words[statusCode] ?? 'Error', message, code, ...more })

const fault = (reason: ExecuteCode, message: string, more?: More): Fault => ({
  body: errorBodyOf(executeCode[reason], message, more),
})

/** A request of a status that HTTP itself gives it. */
export const httpFault = (statusCode: number, message: string, field?: string): Fault =>
  fault('other', message, { statusCode, ...(field === undefined ? {} : { field }) })

/** What stands between us and the database or the node, by the names of their errors. */
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
/** Postgres: connection lost, out of means, shut down, no such database, cancelled, or another writer won. */
const outageStates = /^(?:08...|53...|57P..|3D000|40001|40P01)$/

function isOutage(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
    const code = String((at as { code?: unknown }).code)
    if (outageNames.includes(at.name) || outageCodes.includes(code) || outageStates.test(code)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered|pool after calling end/.test(
        at.message,
      )
    )
      return true
  }
  return false
}

/** Whether the database gave up a query that took too long. */
function isTimeout(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1)
    if ((at as { code?: unknown }).code === '57014') return true
  return false
}

/** Every error as it is answered: bad input by a code, its place and a sentence; what is ours by a sentence alone. */
export function faultOf(error: unknown): Fault {
  if (error instanceof ParseError)
    return fault('other', error.message, { field: error.path === '' ? 'body' : error.path })
  if (error instanceof ApiError) {
    const { status, code, message, field, orderId, errors } = error
    const more = {
      ...(field === undefined ? {} : { field }),
      ...(orderId === undefined ? {} : { orderId }),
      ...(errors === undefined ? {} : { errors: [...errors] }),
    }
    return { body: errorBodyOf({ code, status }, message, more) }
  }
  if (error instanceof OrderError) {
    const { reason, message: detail, field, orderId } = error
    return fault('other', reason, { field, detail, orderId })
  }
  if (error instanceof SelfCheckFailure) {
    const message = 'This answer failed our own check and was not sent.'
    return { ...fault('selfCheckFailed', message), log: 'our own check stopped an answer; nothing was sent' }
  }
  if (error instanceof Overload) return { ...fault('unavailable', error.message), retryAfter: 1 }
  if (error instanceof HTTPException)
    return httpFault(
      error.status,
      error.message,
      error.status === 413 || error.status === 408 ? 'body' : undefined,
    )
  if (isTimeout(error)) {
    const message = 'Query cancelled because it took longer than 10s to execute'
    return { ...fault('tooSlow', message), log: 'a query took too long' }
  }
  if (isOutage(error)) {
    const message = 'The chain or the database cannot be reached at the moment.'
    const log = 'the database or the chain cannot be reached'
    return { ...fault('unavailable', message), retryAfter: 2, log }
  }
  return { ...fault('failed', 'Something went wrong on our side.'), log: 'a request failed unexpectedly' }
}

/** What a request is told before there is anything to ask. */
export const starting: Fault = { ...fault('unavailable', 'The provider is starting.'), retryAfter: 2 }
export const noRoute: Fault = fault('notFound', 'There is no such route.', { field: 'path' })
