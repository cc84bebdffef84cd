import { IncomingMessage } from 'node:http'
import { ParseError } from '@sluice/wire'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** Milliseconds that every body is given, and bytes that one has to bring in each second beyond that. */
const [grace, slowest] = [5000, 16 * 1024]

/** Told of bytes as they arrive. @throws when there is no room for them. */
export type Tally = (bytes: number) => void

const tooLarge = () => new HTTPException(413, { message: 'The body is too large.' })
const tooSlow = () => new HTTPException(408, { message: 'The body did not arrive in time.' })
const cutShort = () => new ParseError('The request', '', 'must arrive whole')

/** Reads a body from its connection, as fast as it has to come. */
function receive(incoming: IncomingMessage, limit: number, tally: Tally): Promise<Buffer> {
  return new Promise((done, fail) => {
    // Whoever is gone by now says so no more.
    if (incoming.destroyed) return fail(cutShort())
    const chunks: Buffer[] = []
    const started = performance.now()
    let size = 0
    const check = (): void => {
      const late = performance.now() - started - grace
      if (late > 0 && size < (late / 1000) * slowest) stop(() => fail(tooSlow()))
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
        tally(chunk.length)
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
 * Reads the body of a request whole before anything is done for it, counting what arrives and not what is announced:
 * a connection that promises much and sends little holds nothing.
 * @throws {HTTPException} 413 above `limit`, 408 below the slowest rate. @throws {ParseError} when it is cut off.
 */
export async function takeBody(c: Context, limit: number, tally: Tally): Promise<void> {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge()
  const { incoming } = (c.env ?? {}) as { incoming?: unknown }
  if (incoming instanceof IncomingMessage) {
    const body = await receive(incoming, limit, tally)
    const bytes = body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer
    c.req.bodyCache.arrayBuffer = Promise.resolve(bytes) as never
    return
  }
  const { byteLength } = await c.req.arrayBuffer()
  if (byteLength > limit) throw tooLarge()
  tally(byteLength)
}
