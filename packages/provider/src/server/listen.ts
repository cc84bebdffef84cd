import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type ErrorResponse, errorResponseOf, httpError } from '../http/errorResponse.ts'
import { networkOf } from '../middleware/caller.ts'
import { createUnsentAnswers, defaultUnsentBounds, type UnsentBounds } from './unsentAnswers.ts'

export type Fetch = Parameters<typeof getRequestListener>[0]

/** The answer to a request that the parser of Node.js rejected, by its error code. */
function unreadable({ code }: NodeJS.ErrnoException): ErrorResponse {
  if (code === 'HPE_HEADER_OVERFLOW') return httpError(431, 'The headers are too large.', 'headers')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return httpError(408, 'The request did not arrive in time.')
  return httpError(400, 'The request is not HTTP.')
}

/** Answers on a connection that has no request yet, and ends it. */
function endWithError(socket: Duplex, { body, retryAfter }: ErrorResponse): void {
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${body.statusCode} ${body.error}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    'access-control-allow-origin: *',
    'connection: close',
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

const noAddress = httpError(400, 'The request target is not a valid HTTP URL.', 'path')
const noHost = httpError(400, 'The request has no Host header.', 'host')
const tooManyConnections: ErrorResponse = {
  ...httpError(503, 'Too many connections are open from this network.'),
  retryAfter: 2,
}
const unmetExpectation = httpError(417, 'Only Expect: 100-continue is supported.', 'expect')

/** Rejects a request before it reaches a route; its body is not read. */
function reject(answer: ServerResponse, { body }: ErrorResponse): void {
  const text = JSON.stringify(body)
  answer.writeHead(body.statusCode, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'access-control-allow-origin': '*',
    connection: 'close',
  })
  answer.end(text)
}

/** An error as a response, where no route has answered. */
export const toResponse = ({ body, retryAfter }: ErrorResponse): Response =>
  Response.json(body, {
    status: body.statusCode,
    headers: {
      'access-control-allow-origin': '*',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  })

/** Milliseconds in which the headers of a request have to arrive, and between checks of that. */
const [headersTimeout, checkInterval] = [10_000, 1000]
/**
 * Milliseconds that a connection stays open between two requests: longer than proxies and clients keep theirs (a minute
 * mostly), so that none of them sends a request into a connection that is being closed.
 */
const keepAliveTimeout = 65_000
/** The most connections of all callers at once: 20,000 streams of events, and requests beside them. */
const maxConnections = 25_000

/** Limits the connections of one network. */
export type ConnectionLimit = {
  /** The most connections at once; 0 sets no limit. */
  readonly max: number
  /** Whether the connections of an address are not counted. */
  readonly isExempt: (address: string | undefined) => boolean
  /** Called for each connection that is rejected. */
  readonly onRejected?: () => void
}

/** Rejects connections above the limit with 503, before anything is read. */
function limitConnections(server: Server, { max, isExempt, onRejected }: ConnectionLimit): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    if (max === 0 || isExempt(socket.remoteAddress)) return
    const network = networkOf(socket.remoteAddress)
    const count = counts.get(network) ?? 0
    if (count >= max) {
      onRejected?.()
      endWithError(socket, tooManyConnections)
      return
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })
}

/** Serves on a port. What is not a request that can be read is rejected with the same error body as any other. */
export function listen(
  fetch: Fetch,
  { host, port }: { readonly host: string; readonly port: number },
  limit: ConnectionLimit = { max: 0, isExempt: () => true },
  unsentBounds: UnsentBounds = defaultUnsentBounds,
): Promise<{ readonly server: Server; readonly port: number }> {
  const errorHandler = (error: unknown) =>
    toResponse(error instanceof RequestError ? noAddress : errorResponseOf(error))
  const serve = getRequestListener(fetch, { hostname: host, errorHandler })
  const unsent = createUnsentAnswers(unsentBounds, ({ remoteAddress }) =>
    limit.max === 0 || limit.isExempt(remoteAddress) ? undefined : networkOf(remoteAddress),
  )
  const options = {
    // Node.js itself would reject a request without a host with an empty answer.
    requireHostHeader: false,
    headersTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: checkInterval,
  }
  const server = createServer(options, (request: IncomingMessage, answer) =>
    request.httpVersion === '1.1' && request.headers.host === undefined
      ? reject(answer, noHost)
      : unsent.start(request, answer, () => serve(request, answer)),
  )
  server.once('close', unsent.close)
  server.maxConnections = maxConnections
  limitConnections(server, limit)
  server.on('checkExpectation', (_: IncomingMessage, answer: ServerResponse) =>
    reject(answer, unmetExpectation),
  )
  server.on('connect', (_: IncomingMessage, socket: Duplex) => endWithError(socket, noAddress))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A connection that is closed, or is being answered already, is sent nothing more.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else endWithError(socket, unreadable(error))
  })
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done({ server, port: (server.address() as AddressInfo).port }))
  })
}
