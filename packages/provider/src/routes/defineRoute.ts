import type { ErrorBody } from '@sluice/wire'
import type { Context } from 'hono'
import type * as v from 'valibot'
import type { Parameters, ParameterValues } from '../http/parameters.ts'
import type { PathValues } from '../http/pathReader.ts'
import type { RouteContext } from './routeContexts.ts'

/** What a handler receives: what the request says, parsed, and what the chain's routes work with. */
export type RouteRequest<TPath extends string, TQuery extends Parameters, TBody> = {
  readonly path: PathValues<TPath>
  readonly query: ParameterValues<TQuery>
  readonly body: TBody
  readonly context: RouteContext
  /** For headers, statuses and streams. */
  readonly c: Context
}

/** The form of a route's errors. */
export type Refusal = {
  readonly schema: v.GenericSchema
  of(body: ErrorBody): object
}

/** All that is known of a route: requests are parsed by it, and the documentation is made from it. */
export type RouteDefinition<
  TPath extends string,
  TQuery extends Parameters,
  TSchema extends v.GenericSchema,
> = {
  readonly method: 'GET' | 'POST'
  /** Below the chain's slug, with `{name}` for each of `pathParameters`. */
  readonly path: TPath
  /** What it does, in one sentence. */
  readonly summary: string
  /** A later version exists; answers say so in their `Deprecation` header. */
  readonly deprecated?: boolean
  readonly query?: TQuery
  readonly body?: TSchema
  /** 256 kB when it is absent. */
  readonly maxBodyBytes?: number
  /**
   * The JSON that it answers with, or the media type of another answer. `redirect` sends the client elsewhere, and
   * `error` rejects every request.
   */
  readonly answer: v.GenericSchema | 'text/event-stream' | 'image/*' | 'redirect' | 'error'
  /** How its errors are answered, where clients of another service read them; `errorBodyOf` otherwise. */
  readonly refusal?: Refusal
  /** Whether it reads from the database's replica, where there is one. */
  readonly fromReplica?: boolean
  /** Returns the answer as JSON, or as a response of its own. @throws {ApiError} and the like. */
  handler(request: RouteRequest<TPath, TQuery, v.InferOutput<TSchema>>): object | Promise<object>
}

/** A route of any path, query and body; its path is one of hono, with `:name`. */
export type Route = RouteDefinition<string, Parameters, v.GenericSchema>

/** Defines a route; a handler's types follow from the path, the query and the body. */
export const defineRoute = <
  const TPath extends string,
  TQuery extends Parameters = Record<never, never>,
  TSchema extends v.GenericSchema = v.GenericSchema,
>(
  definition: RouteDefinition<TPath, TQuery, TSchema>,
): Route => ({ ...definition, path: definition.path.replaceAll(/\{([a-zA-Z]+)\}/g, ':$1') })
