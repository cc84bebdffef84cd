import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { createHttpClient, readText } from '../httpClient.ts'
import type { Tracer } from '../tracing/tracer.ts'

/** Sends a request to one node. @throws the errors of viem's transports. */
export type Rpc = (method: string, params: unknown) => Promise<unknown>

/** Milliseconds until an answer must be whole. */
const timeout = 8000
/** Bytes of an answer, unpacked: the receipts of the largest blocks have some megabytes. */
const largest = 64 * 1024 * 1024

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

/** Connects to a node by HTTP. */
export function createRpc(url: string): Rpc {
  const client = createHttpClient(url)
  let id = 0

  return async (method, params) => {
    const body = { method, params }
    id += 1
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeout)
    try {
      const text = JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] })
      const headers = { 'content-type': 'application/json' }
      const answer = await client('', { method: 'POST', headers, body: text, signal: late.signal })
      const said = await readText(answer, largest)
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
