import { Agent, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps, Agent as SecureAgent } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readBody } from './readBody.ts'

const unpack = promisify(gunzip)

type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Ends the request, and the reading of its response. */
  readonly signal: AbortSignal
}

/** Asks one service. Redirects are not followed. @param path below the service's URL, which `''` stands for. */
export type HttpClient = (path: string, request: HttpRequest) => Promise<IncomingMessage>

/**
 * Connects to a service over connections that stay open, with the client of Node.js: every order and every plan waits
 * for such requests, which take a fraction of the time of `fetch`.
 */
export function createHttpClient(url: string): HttpClient {
  const secure = new URL(url).protocol === 'https:'
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const send: HttpClient = (path, { method, body, signal, ...request }) =>
    new Promise((done, fail) => {
      const headers = {
        ...request.headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        // Compression pays only between machines.
        ...(secure ? { 'accept-encoding': 'gzip' } : {}),
      }
      const target = new URL(`${url}${path}`)
      const sent = (secure ? overHttps : overHttp)(target, { method, agent, headers, signal }, done)
      sent.on('error', (cause: NodeJS.ErrnoException) => {
        // The service closed an idle connection just as it was used again: it has not received the request.
        if (sent.reusedSocket && cause.code === 'ECONNRESET')
          send(path, { method, body, signal, ...request }).then(done, fail)
        else fail(cause)
      })
      sent.end(body)
    })
  return send
}

/** Reads the text of a response. @param maxBytes of it, unpacked. @throws {RangeError} when it has more. */
export async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLarge = () => new RangeError('The response is too large.')
  const body = await readBody(response as AsyncIterable<Buffer>, maxBytes, tooLarge)
  if (response.headers['content-encoding'] !== 'gzip') return body.toString()
  const unpacked = await unpack(body, { maxOutputLength: maxBytes }).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : cause
  })
  return unpacked.toString()
}
