import { Agent, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps, Agent as SecureAgent } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import type { Tracer } from '../tracing/tracer.ts'

/** Sends a request to one node. @throws the errors of viem's transports. */
export type Rpc = (method: string, params: unknown) => Promise<unknown>

/** Milliseconds until an answer must be whole. */
const timeout = 8000
/** Bytes of an answer, unpacked: the receipts of the largest blocks have some megabytes. */
const largest = 64 * 1024 * 1024
const unpack = promisify(gunzip)

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw new Error('The answer is too large.')
    parts.push(part)
  }
  const whole = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
  if (answer.headers['content-encoding'] !== 'gzip') return whole.toString()
  return (await unpack(whole, { maxOutputLength: largest })).toString()
}

type Reply = { readonly result?: unknown; readonly error?: { code: number; message: string; data?: unknown } }

const isError = (error: unknown): error is NonNullable<Reply['error']> =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error

/** The parsed reply of a node; `undefined` when it is not a JSON object. */
function replyOf(text: string): Reply | undefined {
  try {
    const reply: unknown = JSON.parse(text)
    return typeof reply === 'object' && reply !== null ? reply : undefined
  } catch {
    // It is a page of a proxy, or it was cut off.
    return undefined
  }
}

/**
 * Connects to a node by HTTP over connections that stay open, with the client of Node.js: every order and every quote
 * waits for such requests, which take a fraction of the time of `fetch`.
 */
export function createRpc(url: string): Rpc {
  const target = new URL(url)
  const secure = target.protocol === 'https:'
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  let id = 0

  const send = (body: string, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        // Compression pays only between machines.
        ...(secure ? { 'accept-encoding': 'gzip' } : {}),
      }
      const request = (secure ? overHttps : overHttp)(
        target,
        { method: 'POST', agent, headers, signal },
        done,
      )
      request.on('error', (cause: NodeJS.ErrnoException) => {
        // The node closed an idle connection just as it was used again: it has not received the request.
        if (request.reusedSocket && cause.code === 'ECONNRESET') send(body, signal).then(done, fail)
        else fail(cause)
      })
      request.end(body)
    })

  return async (method, params) => {
    const body = { method, params }
    id += 1
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeout)
    try {
      const text = JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] })
      const answer = await send(text, late.signal)
      const said = await textOf(answer)
      const reply = replyOf(said)
      // A node may return an error in the body, whatever its status.
      if (isError(reply?.error)) throw new RpcRequestError({ body, error: reply.error, url })
      const status = answer.statusCode ?? 0
      if (status < 200 || status > 299 || reply === undefined)
        throw new HttpRequestError({ body, status, url, details: said.slice(0, 200) })
      return reply.result
    } catch (cause) {
      if (late.signal.aborted) throw new TimeoutError({ body, url })
      if (cause instanceof RpcRequestError || cause instanceof HttpRequestError) throw cause
      throw new HttpRequestError({ body, url, cause: cause as Error })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** As {@link createRpc}; calls are spans of the request that they are made for, where there is a tracer. */
export function tracedRpc(url: string, place: number, tracer: Tracer | undefined): Rpc {
  const ask = createRpc(url)
  if (tracer === undefined) return ask
  const { host } = new URL(url)
  return (method, params) => {
    const attributes = {
      'rpc.system': 'jsonrpc',
      'rpc.method': method,
      'server.address': host,
      'sluice.node': place,
    }
    return tracer.call(method, attributes, () => ask(method, params))
  }
}
