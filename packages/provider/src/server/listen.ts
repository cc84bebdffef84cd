import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type Fault, faultOf, httpFault } from '../http/errorResponse.ts'
import { neighborhoodOf } from '../middleware/caller.ts'

export type Fetch = Parameters<typeof getRequestListener>[0]

/** What of a request is no HTTP that is served here, by the parser's own codes. */
function unreadable({ code }: NodeJS.ErrnoException): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') return httpFault(431, 'The headers are too large.', 'headers')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return httpFault(408, 'The request did not arrive in time.')
  return httpFault(400, 'The request is not HTTP.')
}

/** An answer where there is no request to answer yet: the connection ends with it. */
function answerAndEnd(socket: Duplex, { body, retryAfter }: Fault): void {
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

const noAddress = httpFault(400, 'The address of the request is not one of HTTP.', 'path')
const noHost = httpFault(400, 'The request names no host.', 'host')
const crowded: Fault = {
  ...httpFault(503, 'Too many connections are open from this neighborhood.'),
  retryAfter: 2,
}
const unmet = httpFault(417, 'Nothing but a body is to be expected of an answer.', 'expect')

/** A refusal of a request that no route is asked about; what it sends is not read. */
function refuse(answer: ServerResponse, { body }: Fault): void {
  const text = JSON.stringify(body)
  answer.writeHead(body.statusCode, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'access-control-allow-origin': '*',
    connection: 'close',
  })
  answer.end(text)
}

/** A refusal where no route has answered. */
export const faultResponse = ({ body, retryAfter }: Fault): Response =>
  Response.json(body, {
    status: body.statusCode,
    headers: {
      'access-control-allow-origin': '*',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  })

/** Milliseconds until the head of a request must be there, and between looks for those that are late. */
const [headTime, lookInterval] = [10_000, 1000]
/** Connections of everybody at once. */
const mostConnections = 20_000

/** How many connections one neighborhood may hold at once; 0 sets no limit. */
export type Crowd = {
  readonly each: number
  /** Whose connections are not counted. */
  readonly isFree: (address: string | undefined) => boolean
}

/** Sends away whoever holds too many connections, with 503 and before anything is read. */
function countConnections(server: Server, { each, isFree }: Crowd): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    if (each === 0 || isFree(socket.remoteAddress)) return
    const who = neighborhoodOf(socket.remoteAddress)
    const count = counts.get(who) ?? 0
    if (count >= each) {
      answerAndEnd(socket, crowded)
      return
    }
    counts.set(who, count + 1)
    socket.once('close', () => {
      const left = (counts.get(who) ?? 1) - 1
      if (left === 0) counts.delete(who)
      else counts.set(who, left)
    })
  })
}

/** Serves on a port; what cannot even be read as a request is refused in the one error shape as well. */
export function listen(
  fetch: Fetch,
  { host, port }: { readonly host: string; readonly port: number },
  crowd: Crowd = { each: 0, isFree: () => true },
): Promise<{ readonly server: Server; readonly port: number }> {
  const errorHandler = (error: unknown) =>
    faultResponse(error instanceof RequestError ? noAddress : faultOf(error))
  const serve = getRequestListener(fetch, { hostname: host, errorHandler })
  const options = {
    // Node itself would refuse some of them without a word.
    requireHostHeader: false,
    headersTimeout: headTime,
    connectionsCheckingInterval: lookInterval,
  }
  const server = createServer(options, (request: IncomingMessage, answer) =>
    request.httpVersion === '1.1' && request.headers.host === undefined
      ? refuse(answer, noHost)
      : serve(request, answer),
  )
  server.maxConnections = mostConnections
  countConnections(server, crowd)
  server.on('checkExpectation', (_: IncomingMessage, answer: ServerResponse) => refuse(answer, unmet))
  server.on('connect', (_: IncomingMessage, socket: Duplex) => answerAndEnd(socket, noAddress))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Whoever is gone, or is being answered already, is told nothing more.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else answerAndEnd(socket, unreadable(error))
  })
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done({ server, port: (server.address() as AddressInfo).port }))
  })
}
