import { address, bytes32, text, tokenRef } from '@sluice/wire'
import type { Context } from 'hono'
import * as v from 'valibot'

/** One parameter of a query: what each of its values must be, and whether it may be given several times. */
export type Parameter = {
  readonly schema: v.GenericSchema<unknown, unknown>
  readonly many: boolean
  /** `name[key]=value`, as attributes are filtered. */
  readonly map?: true
  /** Accepted because clients send it, and changes no answer: the reason, as one sentence. No handler may read it. */
  readonly withoutEffect?: string
  /** Which of its values stand for which others, where an answer cannot tell them apart. */
  readonly standIns?: Readonly<Record<string, string>>
}

/** A route as it is offered: what it reads is refused here, and described from the same schemas. */
export type Operation = {
  readonly method: 'GET' | 'POST'
  /** With `:name` for what varies; below a chain's slug. */
  readonly path: string
  readonly about: string
  /** A later version of the route exists. */
  readonly deprecated?: true
  readonly body?: v.GenericSchema
  readonly query?: Readonly<Record<string, Parameter>>
  /** What it answers when it is not JSON. */
  readonly answers?: string
}

const one = (schema: v.GenericSchema<unknown, unknown>): Parameter => ({ schema, many: false })
const many = (schema: v.GenericSchema<unknown, unknown>): Parameter => ({ schema, many: true })

/** What a reader has to know of a parameter beyond its schema; `undefined` when the schema says it all. */
export function noteOf({ withoutEffect, standIns = {} }: Parameter): string | undefined {
  if (withoutEffect !== undefined) return `Accepted without effect: ${withoutEffect}`
  const lines = Object.entries(standIns).map(([asked, used]) => `\`${asked}\` is read as \`${used}\`.`)
  return lines.length === 0 ? undefined : lines.join(' ')
}

/** Kinds of parameters, by name. */
export const param = {
  flag: one(v.picklist(['true', 'false'], 'must be true or false')),
  address: one(address),
  addresses: many(address),
  tokens: many(tokenRef),
  hashes: many(bytes32),
  whole: one(v.pipe(v.string(), v.regex(/^[0-9]{1,12}$/, 'must be a whole number'))),
  wholes: many(v.pipe(v.string(), v.regex(/^[0-9]{1,12}$/, 'must be a whole number'))),
  /** A decimal amount of a coin of 18 decimals. */
  coins: one(v.pipe(v.string(), v.regex(/^[0-9]{1,30}(?:\.[0-9]{1,18})?$/, 'must be an amount such as 1.5'))),
  cursor: one(text(1000)),
  /** Whatever a client may add to a post; the bodies say it all. */
  text: (max: number) => one(text(max)),
  texts: (max: number) => many(text(max)),
  map: (max: number): Parameter => ({ ...many(text(max)), map: true }),
  oneOf: (...values: readonly string[]) => one(v.picklist(values, `must be one of ${values.join(', ')}`)),
  /** One that clients of the language send and that changes no answer here. @param reason one sentence. */
  withoutEffect: (parameter: Parameter, reason: string): Parameter => ({
    ...parameter,
    withoutEffect: reason,
  }),
  /** One of whose values some are read as others. */
  standingIn: (parameter: Parameter, standIns: Readonly<Record<string, string>>): Parameter => ({
    ...parameter,
    standIns,
  }),
  someOf: (...values: readonly string[]) => many(v.picklist(values, `must be one of ${values.join(', ')}`)),
  limit: (max: number) =>
    one(
      v.pipe(
        v.string(),
        v.regex(/^[0-9]{1,4}$/, `must be a number from 1 to ${max}`),
        v.check((value) => Number(value) >= 1 && Number(value) <= max, `must be a number from 1 to ${max}`),
      ),
    ),
} as const

/** What stands in a path under each name. */
export const pathParameters: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  token: tokenRef,
  collection: address,
  user: address,
  txHash: bytes32,
  source: text(253),
  currency: address,
}

declare module 'hono' {
  interface ContextVariableMap {
    operation?: Operation
  }
}

/** The operation that a request is for, as the catalog offers it. */
export const operationOf = (c: Context): Operation | undefined => c.get('operation')
