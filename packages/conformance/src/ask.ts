import { type Answer, RuleFailed, RuleSkipped } from './answer.ts'

export type AskOptions = {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly body?: unknown
  /** Body that is sent unchanged, instead of `body`. */
  readonly raw?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request to the provider. It is not retried: the first response is checked. */
export type Ask = (path: string, options?: AskOptions) => Promise<Answer>

export type AskSettings = {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly fetch: typeof fetch
  /** Timeout of a request in milliseconds. */
  readonly timeout: number
}

const queryOf = (query: AskOptions['query']): string => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Returns the message of an error. For a failed fetch, the message of its cause is added. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { cause: behind, message } = cause
  if (!(behind instanceof Error)) return message
  const code = 'code' in behind ? behind.code : behind.name
  return behind.message === '' ? `${message}, ${code}` : `${message}, ${behind.message}`
}

/** Number of requests in a row without a response after which no more are sent. Each would only time out. */
const maxUnanswered = 3

/** Creates the function that sends the requests of all checks. */
export function createAsk(settings: AskSettings): Ask {
  let unanswered = 0
  return async (route, options = {}) => {
    if (unanswered >= maxUnanswered)
      throw new RuleSkipped(`The last ${maxUnanswered} requests got no response.`)
    const content = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const method = options.method ?? (content === undefined ? 'GET' : 'POST')
    const path = `${route}${queryOf(options.query)}`
    const init: RequestInit = {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.timeout),
      headers: {
        accept: 'application/json',
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...(settings.apiKey === undefined ? {} : { 'x-api-key': settings.apiKey }),
        ...options.headers,
      },
      ...(content === undefined ? {} : { body: content }),
    }
    const noResponse = (cause: unknown): RuleFailed => {
      unanswered += 1
      return new RuleFailed(`${method} ${path} got no response: ${reasonOf(cause)}.`)
    }
    const response = await settings.fetch(`${settings.baseUrl}${path}`, init).catch((cause: unknown) => {
      throw noResponse(cause)
    })
    const text = await response.text().catch((cause: unknown) => {
      throw noResponse(cause)
    })
    unanswered = 0
    const answer: Answer = {
      method,
      path,
      sent: options.raw ?? options.body,
      status: response.status,
      headers: response.headers,
      text,
      json: () => {
        try {
          return JSON.parse(text)
        } catch {
          throw new RuleFailed(
            `${method} ${path} returned ${response.status} with a body that is not JSON.`,
            answer,
          )
        }
      },
    }
    return answer
  }
}
