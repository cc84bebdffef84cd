import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** The most bytes that are queued for a slow reader before it is disconnected. */
const maxBytes = 1024 * 1024
/** Milliseconds for which nothing more may be sent to a reader before it is disconnected. */
const sendTimeout = 30_000

/** Text as one chunk of an HTTP response, made once for all readers that it is sent to. */
export function frameOf(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
}

const [alive, lastChunk] = [frameOf(': alive\n\n'), Buffer.from('0\r\n\r\n')]

/**
 * One reader of events. It writes to the response of Node.js: a stream of the web's in between would take several times
 * the memory of the connection itself, and copy every event for every reader.
 */
export class EventReader {
  /** The number of the newest event that the reader was sent, or that its filter left out. */
  sent: bigint
  /** Whether it was sent all stored events that it asked for, and receives new ones. */
  live = false
  readonly #response: ServerResponse
  readonly #onTooSlow: () => void
  /** Calls of {@link EventReader.keepAlive} since the last write. */
  #quiet = 0
  /** When the response took nothing more, in milliseconds of the process; 0 while it takes more. */
  #blockedAt = 0

  /**
   * Sends the head of the response.
   * @param onTooSlow called once when the reader does not keep up, before it is disconnected.
   */
  constructor(response: ServerResponse, sent: bigint, onTooSlow: () => void) {
    this.#response = response
    this.sent = sent
    this.#onTooSlow = onTooSlow
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
    })
    // What is written is a chunk already.
    response.chunkedEncoding = false
    response.flushHeaders()
  }

  /** Whether nothing more can be sent. */
  get closed(): boolean {
    return this.#response.writableEnded || this.#response.destroyed
  }

  /** Writes a {@link frameOf frame}. A reader that has too much to receive is disconnected. */
  write(frame: Buffer): void {
    if (this.closed) return
    if (this.#response.writableLength > maxBytes) {
      this.#disconnect()
      return
    }
    this.#quiet = 0
    if (this.#response.write(frame) || this.#blockedAt > 0) return
    this.#blockedAt = performance.now()
    this.#response.once('drain', () => {
      this.#blockedAt = 0
    })
  }

  /** Resolves when more may be written without queuing it, or when the response is closed. */
  async drained(): Promise<void> {
    if (this.#blockedAt === 0 || this.closed) return
    const control = new AbortController()
    const { signal } = control
    await Promise.race([
      once(this.#response, 'drain', { signal }),
      once(this.#response, 'close', { signal }),
    ]).finally(() => control.abort())
  }

  /** Is called at intervals: sends a comment to a reader that was sent nothing for `most` of them. */
  keepAlive(most: number): void {
    if (this.#blockedAt > 0 && performance.now() - this.#blockedAt > sendTimeout) this.#disconnect()
    this.#quiet += 1
    if (this.#quiet >= most) this.write(alive)
  }

  /** Ends the response in order: the reader knows that nothing was lost on the way. */
  end(): void {
    if (this.closed) return
    this.#response.write(lastChunk)
    this.#response.end()
  }

  #disconnect(): void {
    if (this.closed) return
    this.#onTooSlow()
    this.#response.destroy()
  }
}
