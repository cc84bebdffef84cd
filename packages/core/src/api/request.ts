import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Log } from '../log.ts'
import { textOf } from '../property.ts'
import { readText } from '../readText.ts'
import { backoff, createDeadline, stopped, unlessAborted, wait } from '../wait.ts'
import { providerError } from './providerError.ts'
import type { Redactor } from './redactor.ts'

/** What a request needs to know of a client. */
export type ApiClient = {
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
  readonly redactor: Redactor
  readonly version: string
  readonly apiKey: string | undefined
  readonly uiVersion: string | undefined
  /** Milliseconds until an unanswered request is given up. */
  readonly requestTimeout: number
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export type RequestParameters = {
  readonly method: 'GET' | 'POST'
  /** A path of ours or of the policy, under the chain's base URL. */
  readonly path: string
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /**
   * How often an unanswered or overloaded request is tried again. Zero by default: only what may be sent
   * twice without a second effect is retried, and always with the same bytes.
   */
  readonly retries?: number | undefined
  /** Called with the error of each try that is followed by another one. */
  readonly onRetry?: ((error: TradeError) => void) | undefined
}

/** Captured when this module loads, so that scripts that load later cannot replace them. */
const { parse: parseJson, stringify } = JSON

/** The largest answer in decoded bytes. */
const maxBytes = 2_000_000
/** Milliseconds until the headers of an answer; the whole answer has `requestTimeout`. */
const firstByteTimeout = 10_000

/**
 * Sends one request to the provider of a chain, and parses the JSON of its answer.
 * @throws {TradeError} `provider_error`, `rate_limited`, `order_unavailable`, `insufficient_funds`,
 * `provider_unreachable`, `provider_malformed` or `aborted`.
 */
export async function request(
  client: ApiClient,
  chain: Chain,
  parameters: RequestParameters,
): Promise<unknown> {
  const { signal } = parameters
  const url = urlOf(chain, parameters.path, parameters.query)
  const body = parameters.body === undefined ? undefined : stringify(parameters.body, bigintAsText)
  const retries = parameters.retries ?? 0
  const { signature } = parameters.query ?? {}
  client.redactor.learn({
    signature: typeof signature === 'string' ? signature : undefined,
    body: parameters.body,
  })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(client, { url, parameters, body, signal })
    } catch (error) {
      if (attempt > retries || !isTransient(error) || isTaken(parameters, error)) throw error
      parameters.onRetry?.(error)
      await wait(error.data.retryAfter ?? backoff(attempt), signal)
    }
  }
}

/** Returns whether a signed order was accepted with an answer that could not be read: it is not posted again. */
const isTaken = ({ query }: RequestParameters, { data }: TradeError): boolean =>
  query?.signature !== undefined && data.unreadable === true

/** Returns whether a retry may help: no answer, a broken one, an overloaded or failing server. */
export function isTransient(error: unknown): error is TradeError {
  if (!(error instanceof TradeError)) return false
  const { code, data } = error
  if (code === 'provider_error') return (data.status ?? 0) >= 500
  if (code === 'provider_malformed') return data.unreadable === true
  return code === 'provider_unreachable' || code === 'rate_limited'
}

async function send(
  client: ApiClient,
  call: {
    url: string
    parameters: RequestParameters
    body: string | undefined
    signal: AbortSignal | undefined
  },
): Promise<unknown> {
  const { url, parameters, body, signal } = call
  const { method, path } = parameters
  const startedAt = Date.now()
  // Without its query, in which a signature may be.
  const requestUrl = url.split('?', 1)[0] ?? url
  const { requestTimeout } = client
  const deadline = createDeadline(signal, Math.min(firstByteTimeout, requestTimeout), requestTimeout)
  try {
    const asked = client.fetch(url, {
      method,
      headers: headersOf(client),
      // A redirect that is followed would send the key and the signature to another host.
      redirect: 'manual',
      credentials: 'omit',
      signal: deadline.signal,
      ...(body === undefined ? {} : { body }),
    })
    const response = await unlessAborted(asked, deadline.signal)
    deadline.hasBegun = true
    const { status, headers } = response
    client.log.verbose(`${method} ${path}`, { status, milliseconds: Date.now() - startedAt })
    if (headers.get('deprecation') === 'true')
      client.log.warnOnce(`deprecation ${path}`, `The provider says that ${path} is deprecated.`)
    if (isRedirect(response)) {
      await response.body?.cancel()
      const refusal = { message: 'The provider redirects.' }
      throw providerError(status, headers, refusal, { redirect: true, requestUrl })
    }
    const kept =
      method === 'GET' ? 'signatures' : parameters.query?.signature === undefined ? 'calls' : undefined
    const answer = await readJson(response, deadline.signal, (value, text) =>
      client.redactor.value(value, text, response.ok ? kept : undefined),
    )
    if (response.ok) return answer.value ?? malformed(answer.reason ?? 'is empty')
    throw providerError(status, headers, answer.value, { requestUrl }, client.redactor.text)
  } catch (cause) {
    const { exceeded } = deadline
    if (exceeded === undefined && cause instanceof TradeError) throw cause
    if (signal?.aborted) throw stopped(cause)
    const message = exceeded === undefined ? 'Network Error' : `timeout of ${exceeded}ms exceeded`
    // A browser reports a refused connection, a refused origin (CORS) and a bad certificate alike.
    const hint =
      globalThis.navigator?.onLine === false ? 'offline' : exceeded === undefined ? 'connection' : 'timeout'
    throw new TradeError('provider_unreachable', `${message}: Unknown Reason`, {
      cause: causeOf(cause, client),
      data: { hint, requestUrl },
    })
  } finally {
    deadline.clear()
  }
}

/** Returns the cause of a network error, without secrets: the URL of a request may contain the signature. */
function causeOf(cause: unknown, { redactor }: ApiClient): unknown {
  const text = textOf(cause)
  const clean = redactor.text(text)
  return clean === text ? cause : new Error(clean)
}

/** A browser hides where a redirect leads, and its status. */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)

/** Specification 7: content type, client version, and the optional key and UI version on all calls. */
export const headersOf = ({ version, apiKey, uiVersion }: ApiClient): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'content-type': 'application/json',
  'x-rkc-version': version,
  ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  ...(uiVersion === undefined ? {} : { 'x-rkui-version': uiVersion }),
})

/** Returns the URL under the chain's base URL. @throws {TradeError} `blocked` for a path that could leave it. */
export function urlOf({ baseApiUrl }: Chain, path: string, query?: Query): string {
  // Nothing in it that reading a URL changes: no dots, no host, no user, no query of its own.
  if (!/^(?:\/[\w:-]+)+$/.test(path))
    throw new TradeError('blocked', 'A request would have left the provider.', { data: { path } })
  if (query === undefined) return baseApiUrl + path
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const entry of value) search.append(name, entry)
    else if (value != null) search.set(name, String(value))
  }
  const text = `${search}`
  return baseApiUrl + path + (text && `?${text}`)
}

/**
 * Reads at most {@link maxBytes} of JSON. The error for anything else does not contain its text.
 * @throws {TradeError} `provider_malformed` for more.
 */
async function readJson(
  response: Response,
  signal: AbortSignal,
  clean: (value: unknown, text: string) => unknown,
): Promise<{ value?: unknown; reason?: string }> {
  if (!/^application\/(?:[a-z0-9.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel()
    return { reason: 'is not JSON' }
  }
  const text = await readText(response, maxBytes, signal)
  if (text === undefined)
    throw new TradeError('provider_malformed', `The provider's answer is larger than ${maxBytes} bytes.`)
  try {
    return { value: clean(parseJson(text), text) }
  } catch {
    return { reason: 'is not JSON' }
  }
}

function malformed(reason: string): never {
  throw new TradeError('provider_malformed', `The provider's answer ${reason}.`, {
    data: { unreadable: true },
  })
}

const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
