import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import type { UnfillableReason } from '@sluice/wire'
import { TradeError, type TradeErrorCode, type TradeErrorData } from '../errors.ts'
import { isRecord, printable } from '../property.ts'
import { retryAfter } from '../wait.ts'

/** Why orders that are open cannot be filled, as the wire names it. */
const unfillableReasons: readonly UnfillableReason[] = ['reverts', 'barred', 'own_order']

/** Returns the error for a response whose status is not a success. Texts of the provider are cleaned of secrets. */
export function providerError(
  status: number,
  headers: Headers,
  value: unknown,
  more: TradeErrorData = {},
  clean: (text: string) => string = (text) => text,
): TradeError {
  const { message, code, orderId, answer } = readErrorBody(value, clean)
  const wait = retryAfter(headers.get('retry-after'))
  return new TradeError(
    codeOf(status, code),
    `Request failed with status code ${status}: ${message ?? 'Unknown Reason'}`,
    { data: { status, ...more, answer, ...present({ providerCode: code, orderId, retryAfter: wait }) } },
  )
}

/** Reads the provider's error field by field: each may be missing or of another type. */
function readErrorBody(
  value: unknown,
  clean: (text: string) => string,
): {
  message: string | undefined
  code: number | undefined
  orderId: string | undefined
  answer: NonNullable<TradeErrorData['answer']>
} {
  const { message, error, code, orderId, statusCode, field, errors, unfillable } = recordOf(value)
  const textOf = (value: unknown) => (typeof value === 'string' ? printable(clean(value)) : undefined)
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return {
    message: textOf(typeof message === 'string' ? message : error) || undefined,
    code: numberOf(code),
    orderId: isBytes32(orderId) ? lowerHex(orderId) : undefined,
    answer: {
      ...present({
        statusCode: numberOf(statusCode),
        error: textOf(error),
        message: textOf(message),
        code: numberOf(code),
        field: textOf(field),
        unfillable: unfillableReasons.find((reason) => reason === unfillable),
      }),
      ...(Array.isArray(errors) && {
        errors: errors.slice(0, 100).map((entry: unknown) => {
          const fields = recordOf(entry)
          return present({
            message: textOf(fields.message),
            orderId: textOf(fields.orderId),
            orderIndex: numberOf(fields.orderIndex),
          })
        }),
      }),
    },
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Returns an object without its undefined fields. */
const present = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as Present<T>

/** Returns our code for the provider's code (see `executeCode` of the wire) and HTTP status. */
function codeOf(status: number, code: number | undefined): TradeErrorCode {
  if (status === 429) return 'rate_limited'
  if (code === 6) return 'insufficient_funds'
  if (status === 410 || code === 3 || code === 4 || code === 5 || code === 8) return 'order_unavailable'
  return 'provider_error'
}
