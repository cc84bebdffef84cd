import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How much of answers may wait for callers that do not read them, before connections are closed. */
export type UnsentBounds = {
  /** The most bytes of all answers, and of those of one network. */
  readonly total: number
  readonly perNetwork: number
  /** Milliseconds for which a connection may take nothing of an answer that waits for it. */
  readonly timeout: number
}

/** A quarter for one caller, as of the bodies of requests; the largest answers have some 10 MB. */
export const defaultUnsentBounds: UnsentBounds = {
  total: 256 * 1024 * 1024,
  perNetwork: 64 * 1024 * 1024,
  timeout: 30_000,
}

/** Requests that wait in one connection for the answers before theirs; ordinary clients send none ahead. */
const maxWaiting = 64

/** How often an answer is looked at while it may stand still: a process that itself stood still closes no connection. */
const looks = 4

type Unsent = {
  readonly socket: Socket
  readonly network: string | undefined
  bytes: number
  /** What was unsent when it was last looked at, and how many times it was the same. */
  left: string
  repeats: number
}

/** Bytes of the socket that the system has not taken yet; of one large answer, this alone shows that it is being read. */
const queuedIn = (socket: Socket): number =>
  (socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null })._handle
    ?.writeQueueSize ?? 0

const sizeOf = (chunk: unknown): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk instanceof Uint8Array ? chunk.byteLength : 0

/**
 * Bounds the answers that are made and not read: Node.js keeps each of them whole until its connection takes it, and a
 * connection may take none. One connection has one request at a time, beyond the bounds the connection closes whose
 * answer waits the longest, and so does one that takes nothing for a while.
 * @param networkOf the network whose answers are counted together; `undefined` for callers without a bound of their own.
 */
export function createUnsentAnswers(
  { total, perNetwork, timeout }: UnsentBounds,
  networkOf: (socket: Socket) => string | undefined,
) {
  // In the order in which they began to wait.
  const waiting = new Map<ServerResponse, Unsent>()
  const ofNetwork = new Map<string, number>()
  let bytes = 0

  const count = (one: Unsent, size: number): void => {
    one.bytes += size
    bytes += size
    if (one.network === undefined) return
    const sum = (ofNetwork.get(one.network) ?? 0) + size
    if (sum === 0) ofNetwork.delete(one.network)
    else ofNetwork.set(one.network, sum)
  }
  const forget = (answer: ServerResponse): void => {
    const one = waiting.get(answer)
    if (one === undefined) return
    waiting.delete(answer)
    count(one, -one.bytes)
  }
  const sent = (answer: ServerResponse, size: number): void => {
    const one = waiting.get(answer)
    if (one === undefined) return
    count(one, -Math.min(size, one.bytes))
    if (one.bytes === 0) waiting.delete(answer)
  }
  /** Closes the connections whose answers wait the longest, until the others fit. An answer that is alone always does. */
  const makeRoom = (network: string | undefined): void => {
    const isMine = (one: Unsent): boolean => one.network === network
    const close = (isOver: () => boolean, counts: (one: Unsent) => boolean): void => {
      for (const [answer, one] of waiting) {
        if (!isOver() || [...waiting.values()].filter(counts).length < 2) return
        if (!counts(one)) continue
        forget(answer)
        one.socket.destroy()
      }
    }
    if (network !== undefined) close(() => (ofNetwork.get(network) ?? 0) > perNetwork, isMine)
    close(
      () => bytes > total,
      () => true,
    )
  }
  const queue = (answer: ServerResponse, socket: Socket, size: number): void => {
    if (size === 0) return
    const one = waiting.get(answer) ?? {
      socket,
      network: networkOf(socket),
      bytes: 0,
      left: '',
      repeats: 0,
    }
    waiting.set(answer, one)
    count(one, size)
    makeRoom(one.network)
  }
  const closeStuck = (): void => {
    for (const [answer, one] of waiting) {
      const left = `${one.bytes} ${queuedIn(one.socket)}`
      one.repeats = left === one.left ? one.repeats + 1 : 0
      one.left = left
      if (one.repeats < looks) continue
      forget(answer)
      one.socket.destroy()
    }
  }
  const timer = setInterval(closeStuck, timeout / looks)
  timer.unref()

  /** Counts what is written to an answer until the system has taken it, or the connection closes. */
  const watch = (answer: ServerResponse, socket: Socket): void => {
    const write = answer.write.bind(answer) as (...given: unknown[]) => boolean
    const end = answer.end.bind(answer) as (...given: unknown[]) => ServerResponse
    answer.write = ((...given: unknown[]) => {
      const size = sizeOf(given[0])
      queue(answer, socket, size)
      const own = given.at(-1)
      const rest = typeof own === 'function' ? given.slice(0, -1) : given
      return write(...rest, (error?: Error | null) => {
        sent(answer, size)
        if (typeof own === 'function') own(error)
      })
    }) as typeof answer.write
    answer.end = ((...given: unknown[]) => {
      queue(answer, socket, sizeOf(given[0]))
      return end(...given)
    }) as typeof answer.end
    answer.once('finish', () => forget(answer))
    answer.once('close', () => forget(answer))
  }

  const lines = new WeakMap<Socket, (() => void)[]>()
  return {
    /** The bytes of all answers that wait. */
    bytes: (): number => bytes,
    close: (): void => clearInterval(timer),
    /** Starts a request once the answers before it in its connection are sent. */
    start: ({ socket }: IncomingMessage, answer: ServerResponse, serve: () => void): void => {
      const run = (): void => {
        watch(answer, socket)
        answer.once('close', () => {
          const line = lines.get(socket)
          const next = line?.shift()
          if (next === undefined) lines.delete(socket)
          else if (socket.destroyed) lines.delete(socket)
          else next()
        })
        serve()
      }
      const line = lines.get(socket)
      if (line === undefined) {
        lines.set(socket, [])
        run()
      } else if (line.length < maxWaiting) line.push(run)
      else socket.destroy()
    },
  }
}
