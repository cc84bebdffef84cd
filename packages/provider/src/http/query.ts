import { address, bytes32, ParseError, splitToken, text, tokenRef } from '@sluice/wire'
import type { Context } from 'hono'
import * as v from 'valibot'
import { type Address, type Hex, parseEther } from 'viem'
import { Refusal } from '../apiError.ts'
import { operationOf } from './operation.ts'

const what = 'The request'
/** Values of one name that a query may hold. */
const maxValues = 50

export type TokenName = { readonly contract: Address; readonly tokenId: bigint }

/** The query of a request, read by name and type. Names that no route reads are of no concern. */
export type Query = {
  text(name: string, max?: number): string | undefined
  texts(name: string, max?: number): readonly string[]
  address(name: string): Address | undefined
  addresses(...names: readonly string[]): readonly Address[]
  tokens(name: string): readonly TokenName[]
  hashes(name: string): readonly Hex[]
  flag(name: string, otherwise?: boolean): boolean
  number(name: string): number | undefined
  wholes(name: string): readonly number[]
  /** A decimal amount of a coin of 18 decimals, in base units. */
  coins(name: string): bigint | undefined
  limit(otherwise: number, max: number): number
  oneOf<const T extends string>(name: string, values: readonly T[], otherwise: T): T
  /** `attributes[Hat]=Red`, repeated for several values of a key. */
  map(name: string): ReadonlyMap<string, readonly string[]>
  /** The parts of an earlier answer's `continuation`, each of its own pattern. */
  continuation(...patterns: readonly Pattern[]): readonly string[] | undefined
}

const bad = (name: string, reason: string) => new ParseError(what, name, reason)

function each<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  name: string,
  values: readonly string[],
): readonly v.InferOutput<TSchema>[] {
  return values.map((value) => {
    const result = v.safeParse(schema, value, { abortEarly: true })
    if (result.success) return result.output
    throw bad(name, result.issues[0].message)
  })
}

type Values = {
  readonly plain: ReadonlyMap<string, string[]>
  readonly mapped: ReadonlyMap<string, ReadonlyMap<string, string[]>>
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The query of the request, taken apart. */
    values?: Values
  }
}

/** Takes the query apart once for a request. `k`, `k[]` and `k[0]` are the same name; `k[Word]` is an entry of a map. */
export function valuesOf(c: Context): Values {
  const known = c.get('values')
  if (known !== undefined) return known
  const values = valuesByName(c.req.url)
  c.set('values', values)
  return values
}

function valuesByName(url: string): Values {
  const plain = new Map<string, string[]>()
  const mapped = new Map<string, Map<string, string[]>>()
  const search = url.indexOf('?')
  if (search === -1) return { plain, mapped }
  const [query = ''] = url.slice(search + 1).split('#', 1)
  for (const [key, value] of new URLSearchParams(query)) {
    const [, name = key, inner] = key.endsWith(']') ? (/^([^[\]]+)\[(.*)\]$/.exec(key) ?? []) : []
    if (inner === undefined || /^[0-9]*$/.test(inner)) {
      const before = plain.get(name)
      if (before === undefined) plain.set(name, [value])
      else before.push(value)
    }
    if (inner !== undefined && inner !== '') {
      const entries = mapped.get(name) ?? new Map<string, string[]>()
      mapped.set(name, entries.set(inner, [...(entries.get(inner) ?? []), value]))
    }
  }
  return { plain, mapped }
}

/** Encodes where the next page begins; clients hand it back as it is. */
export const encodeContinuation = (parts: readonly string[] | undefined): string | null =>
  parts === undefined ? null : Buffer.from(parts.join('_'), 'utf8').toString('base64url')

/** What a part of a continuation has to look like. */
type Pattern = Pick<RegExp, 'test'>

const momentShape = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}$/
/** A moment to the microsecond that a calendar has. */
const moment: Pattern = {
  test: (text) => {
    if (!momentShape.test(text)) return false
    const day = new Date(`${text.slice(0, -3)}Z`)
    return !Number.isNaN(day.getTime()) && day.toISOString() === `${text.slice(0, -3)}Z`
  },
}

/** Patterns of the parts that continuations are made of. */
export const part = {
  integer: /^[0-9]{1,78}$/,
  signed: /^-?[0-9]{1,15}$/,
  /** Of any size: a time, an amount of base units. */
  whole: /^-?[0-9]{1,78}$/,
  hash: /^0x[0-9a-f]{64}$/,
  address: /^0x[0-9a-f]{40}$/,
  moment,
  /** The place of something among its like, such as a log in a block. */
  place: /^-?[0-9]{1,9}$/,
  phase: /^[0-9]$/,
  line: /^[a-z]:[0-9a-fx:]{1,100}$/,
} as const

/** Reads a request's query. @throws {ParseError} from its methods, naming the field. */
export function readQuery(c: Context): Query {
  const { plain, mapped } = valuesOf(c)
  const offered = operationOf(c)?.query
  const declare = (name: string): void => {
    if (offered !== undefined && !Object.hasOwn(offered, name))
      throw new Error(`${c.req.path} reads "${name}", which it does not offer.`)
    if (offered?.[name]?.withoutEffect !== undefined)
      throw new Error(`${c.req.path} reads "${name}", which it offers as without effect.`)
  }
  const values = (name: string): readonly string[] => {
    declare(name)
    const found = plain.get(name) ?? []
    if (found.length > maxValues) throw bad(name, `must hold at most ${maxValues} values`)
    return found
  }
  const one = (name: string): string | undefined => values(name)[0]
  return {
    text: (name, max = 200) => {
      const value = one(name)
      return value === undefined ? undefined : each(text(max), name, [value])[0]
    },
    texts: (name, max = 200) => each(text(max), name, values(name)),
    address: (name) => {
      const value = one(name)
      return value === undefined ? undefined : each(address, name, [value])[0]
    },
    addresses: (...names) => names.flatMap((name) => each(address, name, values(name))),
    tokens: (name) => each(tokenRef, name, values(name)).map((token) => splitToken(token)),
    hashes: (name) => each(bytes32, name, values(name)),
    flag: (name, otherwise = false) => {
      const value = one(name)
      if (value === undefined) return otherwise
      if (value !== 'true' && value !== 'false') throw bad(name, 'must be true or false')
      return value === 'true'
    },
    number: (name) => {
      const value = one(name)
      if (value === undefined) return undefined
      if (!/^[0-9]{1,12}$/.test(value)) throw bad(name, 'must be a whole number')
      return Number(value)
    },
    wholes: (name) =>
      values(name).map((value) => {
        if (!/^[0-9]{1,12}$/.test(value)) throw bad(name, 'must be a whole number')
        return Number(value)
      }),
    coins: (name) => {
      const value = one(name)
      if (value === undefined) return undefined
      if (!/^[0-9]{1,30}(?:\.[0-9]{1,18})?$/.test(value)) throw bad(name, 'must be an amount such as 1.5')
      return parseEther(value)
    },
    limit: (otherwise, max) => {
      const value = one('limit')
      if (value === undefined) return otherwise
      if (!/^[0-9]{1,4}$/.test(value) || Number(value) < 1 || Number(value) > max)
        throw bad('limit', `must be a number from 1 to ${max}`)
      return Number(value)
    },
    oneOf: (name, allowed, otherwise) => {
      const value = one(name)
      if (value === undefined) return otherwise
      const found = allowed.find((candidate) => candidate === value)
      if (found === undefined) throw bad(name, `must be one of ${allowed.join(', ')}`)
      return found
    },
    map: (name) => {
      declare(name)
      const entries = mapped.get(name) ?? new Map<string, string[]>()
      if (entries.size > maxValues) throw bad(name, `must hold at most ${maxValues} keys`)
      return new Map(
        [...entries].map(([key, list]) => {
          if (list.length > maxValues) throw bad(name, `must hold at most ${maxValues} values`)
          return [each(text(200), name, [key])[0] ?? '', each(text(200), name, list)] as const
        }),
      )
    },
    continuation: (...patterns) => {
      const value = one('continuation')
      if (value === undefined || value === '') return undefined
      const parts = Buffer.from(value, 'base64').toString('utf8').split('_')
      if (
        parts.length !== patterns.length ||
        !patterns.every((pattern, index) => pattern.test(parts[index] ?? ''))
      )
        throw new Refusal('other', 'Invalid continuation string used', { field: 'continuation' })
      return parts
    },
  }
}
