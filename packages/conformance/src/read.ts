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
  const body = answer.json() as {
    statusCode?: unknown
    error?: unknown
    message?: unknown
    code?: unknown
  } | null
  must(typeof body === 'object' && body !== null, `${asked}: the error is no object.`, answer)
  must(body.statusCode === answer.status, `${asked}: statusCode is not the status ${answer.status}.`, answer)
  must(typeof body.error === 'string' && body.error !== '', `${asked}: error is missing, or no text.`, answer)
  const { message } = body
  must(typeof message === 'string' && message !== '', `${asked}: message is missing, or no text.`, answer)
  return { message, code: body.code }
}
