import { ParseError } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { operations } from './catalog.ts'
import type { Operation, Parameter } from './operation.ts'
import { valuesOf } from './query.ts'

/** Values of one name that a query may hold. */
const maxValues = 50

type Check = { readonly name: string; readonly map: boolean; readonly schema: Parameter['schema'] }

const checksOf = ({ query = {} }: Operation): readonly Check[] =>
  Object.entries(query).map(([name, { schema, map = false }]) => ({
    name,
    map,
    schema,
  }))

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

/** Reads every query by what the catalog says of its route, before the route sees it. */
export function offer(app: Hono): void {
  for (const operation of operations) {
    const checks = checksOf(operation)
    app.on(operation.method, operation.path, (c, next) => {
      c.set('operation', operation)
      check(c, checks)
      return next()
    })
  }
}
