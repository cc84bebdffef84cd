import { parse } from '@sluice/wire'
import type * as v from 'valibot'
import { createHttpClient, readText } from '../../network/createHttpClient.ts'
import { createTimeLimit } from '../../network/createTimeLimit.ts'
import { BookError } from '../bookError.ts'
import { createTokenBucket, type TokenBucket } from '../tokenBucket.ts'
import { reasonOf, waitOf } from './openSeaErrors.ts'

/** Milliseconds for one answer, and the most bytes of one. */
const [timeout, maxBytes] = [15_000, 8 << 20]
/** Milliseconds that work in the background waits for its turn. */
const queueTimeout = 600_000

/** Milliseconds for which a service that failed is left alone, so that plans do not wait for it one after another. */
const faultPause = 5_000

/** How one request differs from the others. Times in milliseconds. */
export type RequestOptions = {
  readonly body?: unknown
  readonly timeout?: number
  /** The longest wait for a turn. */
  readonly queueTimeout?: number
  readonly signal?: AbortSignal | undefined
}

/** OpenSea's API, version 2, within its limits. */
export type OpenSeaApi = {
  /**
   * Asks for one document and parses it. A request with a body is a `POST`.
   * @throws {BookError}
   */
  request<const TSchema extends v.GenericSchema>(
    path: string,
    schema: TSchema,
    options?: RequestOptions,
  ): Promise<v.InferOutput<TSchema>>
}

/** An integer that a double may not represent. In a string of its own it follows a quote instead. */
const largeNumber = /[:[,]\s*-?\d{16}/
// A text without an end, of which nothing is JSON, is one too: it is looked for once, not at each of its quotes.
const textOrLargeNumber = /"(?:[^"\\]|\\.)*"?|(?<![\d.])-?\d{16,}(?![\d.eE])/g

/** Reads JSON whose whole numbers may be larger than a double holds: such numbers become strings. */
export const readJson = (text: string): unknown =>
  JSON.parse(
    largeNumber.test(text)
      ? text.replace(textOrLargeNumber, (found) => (found.startsWith('"') ? found : `"${found}"`))
      : text,
  )

/** @param perSecond of reads and of writes, as the key allows; fills count as writes. */
export function createOpenSeaApi(
  { url, apiKey }: { readonly url: string; readonly apiKey: string | undefined },
  perSecond: { readonly reads: number; readonly writes: number },
): OpenSeaApi {
  const client = createHttpClient(url)
  const buckets: Readonly<Record<'GET' | 'POST', TokenBucket>> = {
    GET: createTokenBucket(perSecond.reads, Math.max(1, perSecond.reads)),
    POST: createTokenBucket(perSecond.writes, Math.max(4, perSecond.writes)),
  }
  // A service may repeat the key in its error message.
  const withoutKey = (text: string) => (apiKey === undefined ? text : text.replaceAll(apiKey, '…'))

  const send = async (
    path: string,
    method: 'GET' | 'POST',
    options: RequestOptions,
    signal: AbortSignal,
  ): Promise<string> => {
    const answer = await client(path, {
      method,
      signal,
      headers: {
        accept: 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const status = answer.statusCode ?? 0
    const text = await readText(answer, maxBytes).catch((cause: unknown) => {
      if (!(cause instanceof RangeError)) throw cause
      throw new BookError('unreadable', 'The response of the order book is too large.', status)
    })
    if (status >= 200 && status < 300) return text
    if (status < 400) throw new Error('The order book answered with a redirect.')
    const reason = withoutKey(reasonOf(status, text))
    if (status === 429) {
      const after = waitOf(answer.headers['retry-after']) ?? 10_000
      buckets[method].pause(after)
      throw new BookError('limited', reason, status, after)
    }
    throw new BookError(status >= 500 || status === 408 ? 'unreachable' : 'refused', reason, status)
  }

  return {
    request: async (path, schema, options = {}) => {
      const method = options.body === undefined ? 'GET' : 'POST'
      if (!(await buckets[method].take(options.queueTimeout ?? queueTimeout, options.signal)))
        throw new BookError('limited', 'The order book’s rate limit is reached.')
      const limit = createTimeLimit(options.timeout ?? timeout, options.signal)
      let text: string
      try {
        text = await send(path, method, options, limit.signal)
      } catch (cause) {
        if (options.signal?.aborted !== true && !(cause instanceof BookError && cause.status < 500))
          buckets[method].pause(faultPause)
        if (cause instanceof BookError) throw cause
        throw new BookError('unreachable', 'The order book cannot be reached.')
      } finally {
        limit.clear()
      }
      try {
        return parse(schema, readJson(text), 'The response of the order book')
      } catch (cause) {
        throw new BookError(
          'unreadable',
          cause instanceof Error
            ? withoutKey(cause.message)
            : 'The response of the order book is not readable.',
        )
      }
    },
  }
}
