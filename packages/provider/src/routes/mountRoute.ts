import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { parseBody } from '../http/parseBody.ts'
import { pathReader } from '../http/pathReader.ts'
import { queryReader } from '../http/queryReader.ts'
import { readJson } from '../http/readJson.ts'
import { nodeCallerOf } from '../middleware/caller.ts'
import { idempotency } from '../middleware/idempotency.ts'
import type { Route } from './defineRoute.ts'
import type { RouteContext } from './routeContexts.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The route that a request is for. */
    route?: Route
  }
}

const defaultMaxBodyBytes = 256 * 1024

/** The route that a request is for; `undefined` before it is found, and for paths without a route. */
export const routeOf = (c: Context): Route | undefined => c.get('route')

/** Returns the size that the body of a request to `path` may have; a path is of a chain, whatever its slug. */
export function bodyLimits(routes: readonly Route[]): (path: string) => number {
  const limits = new Map(
    routes.flatMap(({ path, maxBodyBytes }) =>
      maxBodyBytes === undefined ? [] : [[path, maxBodyBytes] as const],
    ),
  )
  return (path) => limits.get(path.slice(path.indexOf('/', 1))) ?? defaultMaxBodyBytes
}

/** Serves a route: parses the request, calls the handler, and sends what it returns. */
export function mountRoute(app: Hono, route: Route, context: RouteContext): void {
  const { method, path, query = {}, body, maxBodyBytes = defaultMaxBodyBytes } = route
  const { answer, fromReplica, deprecated = false } = route
  const readPath = pathReader(path)
  const readQuery = queryReader(query)
  const identify: MiddlewareHandler = (c, next) => {
    c.set('route', route)
    return next()
  }
  const respond = async (c: Context): Promise<Response> => {
    if (deprecated) c.header('Deprecation', 'true')
    const result = await route.handler({
      path: readPath((name) => c.req.param(name)),
      query: readQuery(c.req.url),
      body: body === undefined ? undefined : await parseBody(body, await readJson(c, maxBodyBytes)),
      context,
      c,
    })
    // The server made this one before it replaced the global class with its own.
    if (result === RESPONSE_ALREADY_SENT) return RESPONSE_ALREADY_SENT
    return result instanceof Response ? result : c.json(result)
  }
  // Reads of the database ask no node, and streams do not end.
  const asksNodes = fromReplica !== true && answer !== 'text/event-stream'
  const { nodes } = context.chain.reads
  const handle: Handler = asksNodes ? (c) => nodes.asCaller(nodeCallerOf(c), () => respond(c)) : respond
  app.on(method, path, identify, idempotency(context.chain), handle)
}
