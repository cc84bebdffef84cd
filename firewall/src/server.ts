import { text } from 'node:stream/consumers'
import { type LocalServer, serveLocally } from '@sluice/devnet'

/** A request as a client sent it. */
export type Request = {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: each protocol reads its own bodies
  readonly body: any
}

/** Returns the JSON body of the response, or `undefined` for a path that is not served. */
export type Handler = (request: Request) => unknown

/** JSON with big integers as decimal text. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? each.toString() : each))

/** Serves a handler over HTTP. `onUnknown` is called with paths that it does not serve. */
export const serve = (handler: Handler, onUnknown: (line: string) => void): Promise<LocalServer> =>
  serveLocally(async (incoming, response) => {
    const sent = await text(incoming)
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
    const { method = 'GET' } = incoming
    const body: unknown = sent === '' ? undefined : JSON.parse(sent)
    const answer = await handler({ method, path: pathname, query: searchParams, body })
    if (answer === undefined) onUnknown(`${method} ${pathname}`)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(jsonOf(answer ?? { message: 'Not found', statusCode: 404 }))
  })
