import { ParseError } from '@sluice/wire'
import { type Answer, must, RuleFailed } from './answer.ts'

/** Parses the response's body as a client does. A body that the client would reject fails the check. */
export function read<T>(answer: Answer, parser: (input: unknown) => T): T {
  must(answer.status === 200, `${answer.method} ${answer.path} answered ${answer.status}, not 200.`, answer)
  try {
    return parser(answer.json())
  } catch (error) {
    if (error instanceof ParseError)
      throw new RuleFailed(`${answer.method} ${answer.path}: ${inWords(error.message)}`, answer)
    throw error
  }
}

/** A schema without a message of its own reports types. */
const inWords = (message: string): string =>
  message.replace(/it Invalid (?:type|key): Expected (.+) but received (.+)\./, 'it must be $1, and is $2.')

/** What stands at a path of an answer's JSON; `undefined` where it has no such field. */
export const fieldAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  )

/** An error in the common format: `{statusCode, error, message}` under the same status, 4xx. */
export function mustReject(
  answer: Answer,
  status?: number,
): { readonly message: string; readonly code?: unknown } {
  const asked = `${answer.method} ${answer.path}`
  must(
    status === undefined ? answer.status >= 400 && answer.status < 500 : answer.status === status,
    `${asked} answered ${answer.status}, not ${status ?? '4xx'}.`,
    answer,
  )
  const body = answer.json()
  must(typeof body === 'object' && body !== null, `${asked}: the error is no object.`, answer)
  const [statusCode, error, message] = ['statusCode', 'error', 'message'].map((name) => fieldAt(body, name))
  must(statusCode === answer.status, `${asked}: statusCode is not the status ${answer.status}.`, answer)
  must(typeof error === 'string' && error !== '', `${asked}: error is missing, or no text.`, answer)
  must(typeof message === 'string' && message !== '', `${asked}: message is missing, or no text.`, answer)
  return { message, code: fieldAt(body, 'code') }
}
