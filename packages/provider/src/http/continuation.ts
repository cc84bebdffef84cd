import { ApiError } from '../apiError.ts'

/** Encodes where the next page begins; clients send it back as it is. `null` on the last page. */
export const encodeContinuation = (parts: readonly string[] | undefined): string | null =>
  parts === undefined ? null : Buffer.from(parts.join('_'), 'utf8').toString('base64url')

/** What a part of a continuation has to look like. */
type Pattern = Pick<RegExp, 'test'>

const timestampShape = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}$/
/** A time in microseconds that exists in the calendar. */
const timestamp: Pattern = {
  test: (text) => {
    if (!timestampShape.test(text)) return false
    const time = new Date(`${text.slice(0, -3)}Z`)
    return !Number.isNaN(time.getTime()) && time.toISOString() === `${text.slice(0, -3)}Z`
  },
}

/** Patterns of the parts that continuations consist of. */
export const part = {
  unsigned: /^[0-9]{1,78}$/,
  /** A block, a time in seconds or a sequence number. */
  signed: /^-?[0-9]{1,15}$/,
  /** An integer of any size: a time, an amount in base units. */
  integer: /^-?[0-9]{1,78}$/,
  hash: /^0x[0-9a-f]{64}$/,
  address: /^0x[0-9a-f]{40}$/,
  timestamp,
  /** The index of something among others of its kind, such as of a log in a block. */
  index: /^-?[0-9]{1,9}$/,
  phase: /^[0-9]$/,
  activity: /^[a-z]:[0-9a-fx:]{1,100}$/,
} as const

/**
 * Decodes the `continuation` of an earlier answer into its parts, each of its own pattern.
 * @returns `undefined` on the first page. @throws {ApiError} when it is not a continuation of this list.
 */
export function readContinuation(
  continuation: string | undefined,
  ...patterns: readonly Pattern[]
): readonly string[] | undefined {
  if (continuation === undefined || continuation === '') return undefined
  const parts = Buffer.from(continuation, 'base64').toString('utf8').split('_')
  if (
    parts.length !== patterns.length ||
    !patterns.every((pattern, index) => pattern.test(parts[index] ?? ''))
  )
    throw new ApiError('other', 'Invalid continuation string used', { field: 'continuation' })
  return parts
}
