import type pg from 'pg'
import type { Tracer } from '../../tracing/tracer.ts'

type Asking = Pick<pg.Pool | pg.PoolClient, 'query'>

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { readonly text?: unknown } | undefined)?.text ?? '')

/**
 * The same connection, whose queries are spans of the request that they run for. The span of a query by a pool
 * includes the wait for a connection. Values are bind parameters, and are not recorded.
 */
export function traceQueries<T extends Asking>(on: T, tracer: Tracer): Asking {
  const query = on.query.bind(on) as (...args: readonly unknown[]) => Promise<unknown>
  return {
    query: ((...args: readonly unknown[]) => {
      const text = textOf(args[0])
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.trim(),
      }
      return tracer.call(operation, attributes, () => query(...args))
    }) as Asking['query'],
  }
}
