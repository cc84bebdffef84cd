import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What a server answered. */
export type PostedAnswer = { readonly status: number; readonly text: string }

/**
 * Posts JSON to a server on this machine, over a connection that stays open. It takes a third of the processor's time of
 * `fetch`: tests send hundreds of thousands of such requests.
 * @param url an `http:` address.
 * @throws {Error} if the server cannot be reached, or closes the connection.
 */
export async function postJson(url: string, body: string): Promise<PostedAnswer> {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request(url, { method: 'POST', headers }, done).once('error', fail).end(body)
  })
  return { status: response.statusCode ?? 0, text: await text(response) }
}
