import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveLocally } from '@sluice/devnet'

export type Received = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever was sent
  readonly body: any
}

export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly text?: string
  /** Never answers. */
  readonly silent?: boolean
}

export type Answer = Reply | ((request: Received, count: number) => Reply | Promise<Reply>)

export type TestProvider = {
  readonly url: string
  /** Everything that came in, in order. */
  readonly requests: Received[]
  /** Answers a path from now on. A path may end in `*`. */
  readonly on: (path: string, answer: Answer) => void
  readonly count: (path: string) => number
  readonly stop: () => Promise<void>
}

const matches = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path

/** A provider over real HTTP whose answers a test writes. What nobody wrote is 404. */
export async function startTestProvider(base = '/base'): Promise<TestProvider> {
  const requests: Received[] = []
  const answers: [string, Answer][] = []
  const count = (pattern: string) => requests.filter(({ path }) => matches(pattern, path)).length
  const { url: origin, stop } = await serveLocally(async (incoming, response) => {
    const sent = await text(incoming)
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    const path = url.pathname.slice(base.length)
    const received: Received = {
      method: incoming.method ?? '',
      path,
      query: url.searchParams,
      headers: incoming.headers,
      body: sent === '' ? undefined : JSON.parse(sent),
    }
    requests.push(received)
    const answer = answers.findLast(([pattern]) => matches(pattern, path))?.[1] ?? { status: 404, body: {} }
    const reply = typeof answer === 'function' ? await answer(received, count(path)) : answer
    if (reply.silent) return
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(
      reply.text ??
        JSON.stringify(reply.body ?? {}, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
  })
  return {
    url: `${origin}${base}`,
    requests,
    on: (path, answer) => {
      answers.push([path, answer])
    },
    count,
    stop,
  }
}
