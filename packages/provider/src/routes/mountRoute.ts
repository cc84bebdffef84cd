import { parse } from '@sluice/wire'
import type { Handler, Hono, MiddlewareHandler } from 'hono'
import { pathReader } from '../http/pathReader.ts'
import { queryReader } from '../http/queryReader.ts'
import { readJson } from '../http/readJson.ts'
import { idempotency } from '../middleware/idempotency.ts'
import type { Route } from './defineRoute.ts'
import type { RouteContext } from './routeContext.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The route that a request is for. */
    route?: Route
  }
}

const defaultMaxBodyBytes = 256 * 1024

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
  const { method, path, query = {}, body, deprecated = false } = route
  const readPath = pathReader(path)
  const readQuery = queryReader(query)
  const identify: MiddlewareHandler = (c, next) => {
    c.set('route', route)
    return next()
  }
  const handle: Handler = async (c) => {
    if (deprecated) c.header('Deprecation', 'true')
    const answer = await route.handler({
      path: readPath((name) => c.req.param(name)),
      query: readQuery(c.req.url),
      body: body === undefined ? undefined : parse(body, await readJson(c), 'The request'),
      context,
      c,
    })
    return answer instanceof Response ? answer : c.json(answer)
  }
  app.on(method, path, identify, idempotency(context.chain), handle)
}
