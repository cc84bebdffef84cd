import { type Client, TradeError } from '@sluice/core'
import { APIError, toReservoirError } from './errors.ts'

/** What of reservoir-sdk's request settings is understood here. */
export type RequestConfig = {
  /** Absolute, or below `baseURL`. */
  readonly url: string
  readonly baseURL?: string | undefined
  /** `GET` unless named, in either case of letters. */
  readonly method?: string | undefined
  /** The query; a list stands once for each of its entries. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** Text as it is, anything else as JSON. */
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The parts of reservoir-sdk's answer. `data` is parsed JSON, or the text where it is none; nobody has checked it. */
export type RequestResponse<T = unknown> = {
  readonly data: T
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly config: RequestConfig
}

/**
 * Writes a query as reservoir-sdk did: a list once for each of its entries, what is absent not at all.
 *
 * @example
 * ```ts
 * const url = new URL('https://provider.example/base/tokens/v7')
 * setParams(url, { tokens: [`${contract}:1`, `${contract}:2`], limit: 2 }) // ?tokens=0x…%3A1&tokens=0x…%3A2&limit=2
 * ```
 */
export function setParams(url: URL, query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one != null) url.searchParams.append(name, String(one))
}

/** What of a client its requests are made with. */
export type RequestSettings = Pick<Client, 'version' | 'apiKey' | 'uiVersion' | 'chains'> & {
  readonly sluice: Pick<Client, 'fetch'>
}

/** The request functions over the client that `settings` returns at the time of each call. */
export function createRequests(settings: () => RequestSettings) {
  /**
   * Asks the provider by a path of its own. For reads and reports: what an answer says about a trade reaches no
   * wallet from here. The key goes to the providers of the client's own chains alone, and redirects are not followed.
   *
   * @returns the parsed answer as `data`, which nobody has checked.
   * @throws {APIError} with the status and the words of a refusal; without a status where nobody answers.
   * @example
   * ```ts
   * const { data } = await request({ url: 'https://provider.example/base/collections/v7', params: { limit: 20 } })
   * ```
   */
  async function request<T = unknown>(config: RequestConfig): Promise<RequestResponse<T>> {
    const { version, apiKey, uiVersion, chains, sluice } = settings()
    const url = new URL(`${config.baseURL ?? ''}${config.url}`)
    setParams(url, config.params ?? {})
    const ours = chains.some(({ baseApiUrl }) => `${url}/`.startsWith(`${baseApiUrl}/`))
    const { data } = config
    const response = await sluice
      .fetch(url, {
        method: (config.method ?? 'GET').toUpperCase(),
        headers: {
          'content-type': 'application/json',
          'x-rkc-version': version,
          ...(ours && apiKey !== undefined ? { 'x-api-key': apiKey } : {}),
          ...(ours && uiVersion !== undefined ? { 'x-rkui-version': uiVersion } : {}),
          ...config.headers,
        },
        redirect: 'manual',
        ...(data === undefined ? {} : { body: typeof data === 'string' ? data : JSON.stringify(data) }),
        ...(config.signal === undefined ? {} : { signal: config.signal }),
      })
      .catch((cause: unknown) => {
        throw toReservoirError(
          new TradeError('provider_unreachable', 'Network Error', {
            cause,
            data: { requestUrl: config.url },
          }),
        )
      })
    const answer = readAnswer(await response.text())
    if (!response.ok) throw refusalOf(response.status, answer, config.url)
    const { status, statusText, headers } = response
    return { data: answer as T, status, statusText, headers: Object.fromEntries(headers), config }
  }

  /**
   * reservoir-sdk's `axios`, as far as it was asked with: its calls alone, no interceptors and no defaults.
   *
   * @throws {APIError} as {@link request} does.
   * @example
   * ```ts
   * const { data } = await axios.get('https://provider.example/base/tokens/v7', { params: { collection } })
   * ```
   */
  const axios = Object.freeze({
    request,
    get: <T = unknown>(url: string, config: Omit<RequestConfig, 'url' | 'method'> = {}) =>
      request<T>({ ...config, url }),
    post: <T = unknown>(
      url: string,
      data?: unknown,
      config: Omit<RequestConfig, 'url' | 'method' | 'data'> = {},
    ) => request<T>({ ...config, url, data, method: 'POST' }),
  })

  /**
   * Asks for a token's orders to be looked at again (`POST /tokens/refresh/v2`). Nobody waits for it, and that it
   * failed is not told.
   *
   * @example
   * ```ts
   * refreshLiquidity('https://provider.example/base', `${contract}:42`)
   * ```
   */
  function refreshLiquidity(baseApiUrl: string, token: string): void {
    const data = { tokens: [token], liquidityOnly: true }
    request({ method: 'POST', url: `${baseApiUrl}/tokens/refresh/v2`, data }).catch(() => {})
  }

  return { request, axios, refreshLiquidity }
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Rejects as reservoir-sdk's interceptor did: the body of the answer is handed on as it is. */
function refusalOf(status: number, answer: unknown, requestUrl: string): APIError {
  const { message, error, statusCode, code } = Object(answer) as Partial<Record<string, unknown>>
  const said = [message, error].find((one) => typeof one === 'string' && one !== '')
  return new APIError(
    said === undefined ? `Request failed with status code ${status}` : String(said),
    typeof statusCode === 'number' ? statusCode : status,
    answer as APIError['rawError'],
    requestUrl,
    'APIError',
    {
      trade: new TradeError(status === 429 ? 'rate_limited' : 'provider_error', '', {
        data: { status, requestUrl, ...(typeof code === 'number' ? { providerCode: code } : {}) },
      }),
    },
  )
}
