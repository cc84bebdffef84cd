import { ParseError } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Operation, type Parameter, pathParameters } from '../http/operation.ts'
import { valuesOf } from '../http/query.ts'
import { operations } from './catalog.ts'

/** Values of one name that a query may hold. */
const maxValues = 50

type Check = { readonly name: string; readonly map: boolean; readonly schema: Parameter['schema'] }

const checksOf = ({ query = {} }: Operation): readonly Check[] =>
  Object.entries(query).map(([name, { schema, map = false }]) => ({
    name,
    map,
    schema,
  }))

/** What stands in the path, by the same schemas that describe it. */
function checkPath(c: Context, names: readonly string[]): void {
  for (const name of names) {
    const schema = pathParameters[name]
    const { issues } =
      schema === undefined ? {} : v.safeParse(schema, c.req.param(name), { abortEarly: true })
    if (issues !== undefined) throw new ParseError('The request', name, issues[0].message)
  }
}

function check(c: Context, checks: readonly Check[]): void {
  if (!c.req.url.includes('?')) return
  const { plain, mapped } = valuesOf(c)
  for (const { name, map, schema } of checks) {
    const values = map ? [...(mapped.get(name)?.values() ?? [])].flat() : plain.get(name)
    if (values === undefined) continue
    if (values.length > maxValues * (map ? maxValues : 1))
      throw new ParseError('The request', name, `must hold at most ${maxValues} values`)
    for (const value of values) {
      const { issues } = v.safeParse(schema, value, { abortEarly: true })
      if (issues !== undefined) throw new ParseError('The request', name, issues[0].message)
    }
  }
}

/** Reads every path and query by what the catalog says of its route, before the route sees it. */
export function offer(app: Hono): void {
  for (const operation of operations) {
    const checks = checksOf(operation)
    const names = [...operation.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name)
    app.on(operation.method, operation.path, (c, next) => {
      c.set('operation', operation)
      checkPath(c, names)
      check(c, checks)
      return next()
    })
  }
}
