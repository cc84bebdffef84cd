import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveLocally } from '@sluice/devnet'
import type { Clock } from './clock.ts'

/** One request as it came in, and what became of its socket. */
export type Received = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever was sent
  readonly body: any
  /** The bytes of the body as they were sent. */
  readonly text: string
  /** Virtual milliseconds at which it came. */
  readonly at: number
  /** Ends when the client let go of the socket. */
  readonly closed: Promise<void>
}

/** How a request is answered: honestly, or with what a network can do to an answer. */
export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly text?: string | Buffer
  /** Accepts and never answers. */
  readonly silent?: boolean
  /** Closes the connection without an answer. */
  readonly reset?: boolean
  /** Says the whole length, sends this share of it, and closes. */
  readonly cut?: number
  /** Sends a byte each so many virtual milliseconds. */
  readonly dribble?: number
  /** Writes as it likes; the answer ends when the promise does. */
  readonly stream?: (
    write: (chunk: string | Buffer) => Promise<boolean>,
    closed: Promise<void>,
  ) => Promise<void>
}

/** `count` is how often the path was asked; `next` is what was answered before this handler came. */
export type Handler = (
  request: Received,
  count: number,
  next: () => Promise<Reply>,
) => Reply | undefined | Promise<Reply | undefined>

export type Server = {
  readonly url: string
  readonly requests: Received[]
  /** Most requests that were open at once, per path. */
  readonly widest: Map<string, number>
  /** Answers a path from now on; `undefined` passes to the one before. A path may end in `*`. */
  readonly on: (path: string, answer: Reply | Handler) => void
  readonly count: (path: string) => number
  /** Forgets every answer but the first `kept`, and every request. */
  readonly reset: () => void
  readonly keep: () => void
  readonly stop: () => Promise<void>
}

const matches = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path

const asText = (value: unknown) =>
  JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? `${entry}` : entry))

/** A server over real HTTP that a test can make fail in every way a network fails. */
export async function startServer(clock: () => Clock, base = '/base'): Promise<Server> {
  const requests: Received[] = []
  const answers: [string, Handler][] = []
  const open = new Map<string, number>()
  const widest = new Map<string, number>()
  const kept = { answers: 0 }
  const count = (pattern: string) => requests.filter(({ path }) => matches(pattern, path)).length

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const sent = await text(incoming)
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    const path = url.pathname.slice(base.length)
    const closed = new Promise<void>((resolve) => response.once('close', () => resolve()))
    const received: Received = {
      method: incoming.method ?? '',
      path,
      query: url.searchParams,
      headers: incoming.headers,
      body: sent === '' ? undefined : JSON.parse(sent),
      text: sent,
      at: Date.now(),
      closed,
    }
    requests.push(received)
    const now = (open.get(path) ?? 0) + 1
    open.set(path, now)
    widest.set(path, Math.max(now, widest.get(path) ?? 0))
    void closed.then(() => open.set(path, (open.get(path) ?? 1) - 1))
    const fitting = answers.filter(([pattern]) => matches(pattern, path))
    const step = async (index: number): Promise<Reply> => {
      const [pattern, handler] = fitting[index] ?? []
      if (pattern === undefined || handler === undefined) return { status: 404, body: {} }
      const next = () => step(index - 1)
      return (await handler(received, count(pattern), next)) ?? next()
    }
    await send(clock(), response, await step(fitting.length - 1), closed)
  }
  const { url, stop } = await serveLocally((incoming, response) => {
    // What the test's end cuts off has nobody left to tell.
    answer(incoming, response).catch(() => response.destroy())
  })
  return {
    url: `${url}${base}`,
    requests,
    widest,
    on: (path, handler) => {
      answers.push([path, typeof handler === 'function' ? handler : () => handler])
    },
    count,
    keep: () => {
      kept.answers = answers.length
    },
    reset: () => {
      answers.length = kept.answers
      requests.length = 0
      widest.clear()
    },
    stop,
  }
}

async function send(
  clock: Clock,
  response: ServerResponse,
  reply: Reply,
  closed: Promise<void>,
): Promise<void> {
  if (reply.silent) return clock.held(closed)
  if (reply.reset) {
    response.socket?.resetAndDestroy()
    return
  }
  const body = reply.text === undefined ? asText(reply.body ?? {}) : reply.text
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
  const headers = { 'content-type': 'application/json', ...reply.headers }
  if (reply.cut !== undefined) {
    response.writeHead(reply.status ?? 200, { ...headers, 'content-length': String(bytes.length) })
    response.write(bytes.subarray(0, Math.floor(bytes.length * reply.cut)), () => response.socket?.destroy())
    return
  }
  response.writeHead(reply.status ?? 200, headers)
  const write = (chunk: string | Buffer) =>
    new Promise<boolean>((resolve) => {
      if (response.destroyed) return resolve(false)
      void closed.then(() => resolve(false))
      response.write(chunk, (error) => resolve(error == null))
    })
  if (reply.stream !== undefined) {
    response.flushHeaders()
    await reply.stream(write, closed)
  } else if (reply.dribble !== undefined) {
    for (const byte of bytes) {
      if (!(await write(Buffer.of(byte)))) return
      await clock.held(beat(reply.dribble, closed))
    }
  } else response.write(bytes)
  response.end()
}

/** That much time, or the end of the connection. */
const beat = (milliseconds: number, closed: Promise<void>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void closed.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
