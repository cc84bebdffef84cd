import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { isRecord } from '../isRecord.ts'
import { createHttpClient, readText } from '../network/createHttpClient.ts'
import { createTimeLimit } from '../network/createTimeLimit.ts'
import type { Tracer } from '../tracing/tracer.ts'

/** Bounds of one request that are narrower than those of every request. */
export type AskLimits = {
  /** Ends the request: its answer is of no use anymore. */
  readonly signal: AbortSignal
  /** Bytes of the answer, unpacked. */
  readonly maxBytes: number
}

/** Sends a request to one node. @throws the errors of viem's transports. */
export type Rpc = (method: string, params: unknown, limits?: AskLimits) => Promise<unknown>

/** Sends requests to one node. */
export type NodeRpc = {
  readonly ask: Rpc
  /**
   * Sends several requests of one method as one.
   * @returns the results in the order of `list`; `undefined` where the node takes no more than one at once.
   */
  askAll(method: string, list: readonly unknown[]): Promise<readonly unknown[] | undefined>
}

/** Milliseconds until an answer must be whole. */
const timeout = 8000
/** Bytes of an answer, unpacked: the receipts of the largest blocks have some megabytes. */
const largest = 64 * 1024 * 1024

type Reply = { readonly result?: unknown; readonly error?: { code: number; message: string; data?: unknown } }

const isError = (error: unknown): error is NonNullable<Reply['error']> =>
  isRecord(error) && 'code' in error && 'message' in error

/** What a node returned, parsed; `undefined` when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It is a page of a proxy, or it was cut off.
    return undefined
  }
}

/** The results of a batch of `count` requests whose ids start at 0, which may be answered in any order. */
function resultsOf(replies: readonly unknown[], count: number): readonly unknown[] | undefined {
  const byId = new Map<unknown, unknown>()
  for (const reply of replies) {
    if (!isRecord(reply) || !('result' in reply) || !('id' in reply)) return undefined
    byId.set(reply.id, reply.result)
  }
  const ids = Array.from({ length: count }, (_, id) => id)
  return ids.every((id) => byId.has(id)) ? ids.map((id) => byId.get(id)) : undefined
}

/** Connects to a node by HTTP. */
export function connectNode(url: string): NodeRpc {
  const client = createHttpClient(url)
  let id = 0
  const post = async (
    body: Readonly<Record<string, unknown>>,
    text: string,
    { signal, maxBytes }: Partial<AskLimits> = {},
  ): Promise<{ status: number; text: string }> => {
    signal?.throwIfAborted()
    const limit = createTimeLimit(timeout, signal)
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await client('', { method: 'POST', headers, body: text, signal: limit.signal })
      return { text: await readText(answer, maxBytes ?? largest), status: answer.statusCode ?? 0 }
    } catch (cause) {
      if (limit.signal.aborted) throw new TimeoutError({ body, url })
      throw new HttpRequestError({ body, url, cause: cause as Error })
    } finally {
      limit.clear()
    }
  }
  return {
    ask: async (method, params, limits) => {
      const body = { method, params }
      id += 1
      const request = JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] })
      const { status, text } = await post(body, request, limits)
      const answer = parsed(text)
      const reply: Reply | undefined = isRecord(answer) ? answer : undefined
      // A node may return an error in the body, whatever its status.
      if (isError(reply?.error)) throw new RpcRequestError({ body, error: reply.error, url })
      if (status < 200 || status > 299 || reply === undefined)
        throw new HttpRequestError({ body, status, url, details: text.slice(0, 200) })
      return reply.result
    },
    askAll: async (method, list) => {
      const request = JSON.stringify(list.map((params, id) => ({ jsonrpc: '2.0', id, method, params })))
      const { status, text } = await post({ method }, request)
      const answer = parsed(text)
      const results = Array.isArray(answer) ? resultsOf(answer, list.length) : undefined
      // A node that is overloaded, or limits the requests in it, may answer the next ones.
      if (results === undefined && (Array.isArray(answer) || status === 429 || status > 499))
        throw new HttpRequestError({ body: { method }, status, url, details: text.slice(0, 200) })
      return results
    },
  }
}

/** As {@link connectNode}; calls are spans of the request that they are made for, where there is a tracer. */
export function tracedNode(url: string, place: number, tracer: Tracer | undefined): NodeRpc {
  const node = connectNode(url)
  if (tracer === undefined) return node
  const { host } = new URL(url)
  const traced = <T>(method: string, work: () => Promise<T>): Promise<T> => {
    const attributes = {
      'rpc.system': 'jsonrpc',
      'rpc.method': method,
      'server.address': host,
      'sluice.node': place,
    }
    return tracer.call(method, attributes, work)
  }
  return {
    ask: (method, params, limits) => traced(method, () => node.ask(method, params, limits)),
    askAll: (method, list) => traced(method, () => node.askAll(method, list)),
  }
}
