import { IncomingMessage } from 'node:http'
import { ParseError } from '@sluice/wire'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** Milliseconds that every body is given, and the bytes per second that it needs beyond that. */
const [arrivalTime, minRate] = [5000, 16 * 1024]

/** Called with the size of each chunk that arrives. @throws when there is no room for it. */
export type OnBytes = (bytes: number) => void

const tooLarge = () => new HTTPException(413, { message: 'The body is too large.' })
const tooSlow = () => new HTTPException(408, { message: 'The body did not arrive in time.' })
const cutShort = () => new ParseError('The request', '', 'must be complete')

/** Reads a body from its connection, which has to send it fast enough. */
function receive(incoming: IncomingMessage, limit: number, onBytes: OnBytes): Promise<Buffer> {
  return new Promise((done, fail) => {
    // A connection that is already closed emits nothing more.
    if (incoming.destroyed) return fail(cutShort())
    const chunks: Buffer[] = []
    const started = performance.now()
    let size = 0
    const check = (): void => {
      const late = performance.now() - started - arrivalTime
      if (late > 0 && size < (late / 1000) * minRate) stop(() => fail(tooSlow()))
    }
    const timer = setInterval(check, 1000)
    const stop = (end: () => void): void => {
      clearInterval(timer)
      incoming.off('data', take).off('end', finish).off('error', lost).off('close', lost)
      incoming.pause()
      end()
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      try {
        if (size > limit) throw tooLarge()
        onBytes(chunk.length)
        chunks.push(chunk)
      } catch (cause) {
        stop(() => fail(cause))
      }
    }
    const finish = (): void => stop(() => done(Buffer.concat(chunks)))
    const lost = (): void => stop(() => fail(cutShort()))
    incoming.on('data', take).on('end', finish).on('error', lost).on('close', lost)
  })
}

/**
 * Reads the whole body of a request before it is handled. Bytes count as they arrive, not as they are announced, so
 * that a connection that announces much and sends little reserves nothing.
 * @throws {HTTPException} 413 above `limit`, 408 when it is too slow. @throws {ParseError} when it is cut off.
 */
export async function readRequestBody(c: Context, limit: number, onBytes: OnBytes): Promise<void> {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge()
  const { incoming } = (c.env ?? {}) as { incoming?: unknown }
  if (incoming instanceof IncomingMessage) {
    const body = await receive(incoming, limit, onBytes)
    const bytes = body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer
    c.req.bodyCache.arrayBuffer = Promise.resolve(bytes) as never
    return
  }
  const { byteLength } = await c.req.arrayBuffer()
  if (byteLength > limit) throw tooLarge()
  onBytes(byteLength)
}
