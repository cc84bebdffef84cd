import { type Answer, RuleFailed, RuleSkipped } from './answer.ts'

export type AskOptions = {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly raw?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends one request to the provider. Nothing is retried: the first response is checked. */
export type Ask = (path: string, options?: AskOptions) => Promise<Answer>

export type AskSettings = {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly fetch: typeof fetch
  /** Milliseconds until a response counts as missing. */
  readonly timeout: number
}

const queryOf = (query: AskOptions['query']): string => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** The message of an error; of a failed fetch, the message of its cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { cause: behind, message } = cause
  if (!(behind instanceof Error)) return message
  const code = 'code' in behind ? behind.code : behind.name
  return behind.message === '' ? `${message}, ${code}` : `${message}, ${behind.message}`
}

/** After so many requests in a row without a response no more are sent: each would only time out. */
const patience = 3

/** Makes the function through which every check sends its requests. */
export function createAsk(settings: AskSettings): Ask {
  const silence = { length: 0 }
  return async (route, options = {}) => {
    if (silence.length >= patience) throw new RuleSkipped(`Nobody answered the ${patience} requests before.`)
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
    const unanswered = (cause: unknown): RuleFailed => {
      silence.length += 1
      return new RuleFailed(`${method} ${path} was not answered: ${reasonOf(cause)}.`)
    }
    const response = await settings.fetch(`${settings.baseUrl}${path}`, init).catch((cause: unknown) => {
      throw unanswered(cause)
    })
    const text = await response.text().catch((cause: unknown) => {
      throw unanswered(cause)
    })
    silence.length = 0
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
            `${method} ${path} answered ${response.status} with a body that is no JSON.`,
            answer,
          )
        }
      },
    }
    return answer
  }
}
