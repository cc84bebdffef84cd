import type { MiddlewareHandler } from 'hono'
import { routeOf } from '../routes/mountRoute.ts'
import type { Tracer } from '../tracing/tracer.ts'

/**
 * Runs every request in a span. It goes on with the trace of the proxy before the provider: without one, callers could
 * have any request recorded.
 * @param proxies the number of trusted proxies.
 */
export const traceRequests =
  (tracer: Tracer, proxies: number): MiddlewareHandler =>
  (c, next) =>
    tracer.request(proxies > 0 ? c.req.header('traceparent') : undefined, next, () => {
      const { method } = c.req
      const route = routeOf(c)?.path
      const { status } = c.res
      return {
        name: route === undefined ? method : `${method} ${route}`,
        attributes: {
          'http.request.method': method,
          'http.response.status_code': status,
          ...(route === undefined ? {} : { 'http.route': route }),
        },
        error: status >= 500 ? (c.error?.name ?? String(status)) : undefined,
      }
    })
