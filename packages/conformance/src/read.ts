import { ParseError } from '@sluice/wire'
import { type Answer, must, RuleFailed } from './answer.ts'

/** Parses the body as a client does. The check fails if a client would reject it. */
export function read<T>(answer: Answer, parser: (input: unknown) => T): T {
  must(answer.status === 200, `${answer.method} ${answer.path} returned ${answer.status}, not 200.`, answer)
  try {
    return parser(answer.json())
  } catch (error) {
    if (error instanceof ParseError)
      throw new RuleFailed(`${answer.method} ${answer.path}: ${inWords(error.message)}`, answer)
    throw error
  }
}

/** Rewrites the default message of a schema, which names types, as a sentence. */
const inWords = (message: string): string =>
  message.replace(/it Invalid (?:type|key): Expected (.+) but received (.+)\./, 'it must be $1 but is $2.')

/** Returns the value at a path of a JSON value, or `undefined` if there is no such field. */
export const fieldAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  )

/**
 * Fails the check unless the response is an error in the common format: `{ statusCode, error, message }`, with the same
 * HTTP status, which is `status` or any 4xx.
 */
export function mustReject(
  answer: Answer,
  status?: number,
): { readonly message: string; readonly code?: unknown } {
  const request = `${answer.method} ${answer.path}`
  must(
    status === undefined ? answer.status >= 400 && answer.status < 500 : answer.status === status,
    `${request} returned ${answer.status}, not ${status ?? '4xx'}.`,
    answer,
  )
  const body = answer.json()
  must(typeof body === 'object' && body !== null, `${request}: the error is not an object.`, answer)
  const [statusCode, error, message] = ['statusCode', 'error', 'message'].map((name) => fieldAt(body, name))
  must(
    statusCode === answer.status,
    `${request}: statusCode differs from the HTTP status ${answer.status}.`,
    answer,
  )
  must(typeof error === 'string' && error !== '', `${request}: error is missing or is not a string.`, answer)
  must(
    typeof message === 'string' && message !== '',
    `${request}: message is missing or is not a string.`,
    answer,
  )
  return { message, code: fieldAt(body, 'code') }
}
