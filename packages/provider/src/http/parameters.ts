import { address, amount, bytes, bytes32, ParseError, splitToken, text, tokenRef } from '@sluice/wire'
import * as v from 'valibot'
import { type Address, parseEther } from 'viem'

/** The most values that a query may give for one name. */
const maxValues = 50

type Schema<T = unknown> = v.GenericSchema<unknown, T>

/** Validates the values that a request gives for `name`. @throws {ParseError} that names the parameter. */
function validate<T>(
  schema: Schema<T>,
  values: readonly string[],
  name: string,
  most = maxValues,
): readonly T[] {
  if (values.length > most) throw new ParseError('The request', name, `must hold at most ${most} values`)
  return values.map((value) => {
    const result = v.safeParse(schema, value, { abortEarly: true })
    if (result.success) return result.output
    throw new ParseError('The request', name, result.issues[0].message)
  })
}

type Description = {
  /** Matches one value as a request writes it. */
  readonly schema: Schema
  /** Whether it may be given several times. */
  readonly many: boolean
  /** Why clients may send it although it changes no answer, as one sentence. Handlers do not receive it. */
  readonly withoutEffect?: string
  /** Values that are read as other values, because no answer here distinguishes them. */
  readonly aliases?: Readonly<Record<string, string>>
}

/** A parameter whose values a handler receives as `T`. */
export type ValueParameter<T = unknown> = Description & {
  readonly map?: undefined
  /** @throws {ParseError} that names the parameter. */
  read(values: readonly string[], name: string): T
}

/** A parameter written as `name[key]=value`, as attributes are filtered. */
export type MapParameter = Description & {
  readonly map: true
  /** @throws {ParseError} that names the parameter. */
  read(entries: ReadonlyMap<string, readonly string[]>, name: string): ReadonlyMap<string, readonly string[]>
}

/** The most keys of a map, the most values of one key, and the most characters of each. */
type MapBounds = { readonly keys: number; readonly values: number; readonly length: number }

/** One parameter of a query: what its values must be, and what a handler receives for them. */
export type Parameter<T = unknown> = ValueParameter<T> | MapParameter

/** The parameters of a route by name. */
export type Parameters = Readonly<Record<string, Parameter>>

/** What a handler receives: every parameter of a route but those without effect. */
export type ParameterValues<T extends Parameters> = {
  readonly [K in keyof T as T[K] extends { readonly withoutEffect: string } ? never : K]: ReturnType<
    T[K]['read']
  >
}

/** A parameter that is given once or not at all. */
const one = <T>(schema: Schema<T>): ValueParameter<T | undefined> => ({
  schema,
  many: false,
  read: (values, name) => validate(schema, values, name)[0],
})
/** A parameter that may be given several times. */
const many = <T>(schema: Schema<T>): ValueParameter<readonly T[]> => ({
  schema,
  many: true,
  read: (values, name) => validate(schema, values, name),
})
/** The same parameter with its value converted for handlers; its description stays as it is. */
const converted = <TIn, TOut>(
  parameter: ValueParameter<TIn>,
  convert: (value: TIn) => TOut,
): ValueParameter<TOut> => ({
  ...parameter,
  read: (values, name) => convert(parameter.read(values, name)),
})

const integer = v.pipe(v.string(), v.regex(/^[0-9]{1,12}$/, 'must be a whole number'))
const boolean = v.picklist(['true', 'false'], 'must be true or false')
const ether = v.pipe(v.string(), v.regex(/^[0-9]{1,30}(?:\.[0-9]{1,18})?$/, 'must be an amount such as 1.5'))
const picked = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, `must be one of ${values.join(', ')}`)
const numberUpTo = (max: number) => {
  const message = `must be a number from 1 to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,4}$/, message),
    v.check((value) => Number(value) >= 1 && Number(value) <= max, message),
  )
}

/** Kinds of parameters, by name. */
export const param = {
  /** A boolean; `false` when it is absent. */
  flag: converted(one(boolean), (value) => value === 'true'),
  /** A boolean whose default depends on the request. */
  optionalFlag: converted(one(boolean), (value) => (value === undefined ? undefined : value === 'true')),
  address: one(address),
  addresses: many(address),
  /** `contract:tokenId`. */
  tokens: converted(many(tokenRef), (tokens) => tokens.map((token) => splitToken(token))),
  hashes: many(bytes32),
  integer: converted(one(integer), (value) => (value === undefined ? undefined : Number(value))),
  integers: converted(many(integer), (values) => values.map(Number)),
  /** A decimal amount of a coin of 18 decimals; handlers receive base units. */
  ether: converted(one(ether), (value) => (value === undefined ? undefined : parseEther(value))),
  /** The `continuation` of an earlier answer; see `readContinuation`. */
  continuation: one(text(1000)),
  /** A signature, as clients add it to the URL of what it signs. */
  signature: one(bytes(8192)),
  text: (max: number) => one(text(max)),
  texts: (max: number) => many(text(max)),
  /** `name[key]=value`, repeated for several values of a key. */
  map: (most: MapBounds): MapParameter => {
    const schema = text(most.length)
    return {
      schema,
      many: true,
      map: true,
      read: (entries, name) => {
        if (entries.size > most.keys)
          throw new ParseError('The request', name, `must hold at most ${most.keys} keys`)
        validate(schema, [...entries.keys()], name)
        return new Map(
          [...entries].map(([key, values]) => [
            key,
            validate(schema, values, `${name}[${key}]`, most.values),
          ]),
        )
      },
    }
  },
  oneOf: <const T extends readonly string[]>(...values: T) => one(picked(values)),
  someOf: <const T extends readonly string[]>(...values: T) => many(picked(values)),
  /** A number from 1 to `max`, `otherwise` when it is absent. */
  limit: (max: number, otherwise: number) =>
    converted(one(numberUpTo(max)), (value) => (value === undefined ? otherwise : Number(value))),
  /** A currency's address, or `usd`. */
  currency: one(v.union([v.picklist(['usd']), address], 'must be usd or an address')),
} as const

/** The same parameter with a value for requests that do not give it. */
export const withDefault = <T, const TDefault>(
  parameter: ValueParameter<T | undefined>,
  otherwise: TDefault,
): ValueParameter<T | TDefault> => converted(parameter, (value) => value ?? otherwise)

/** A parameter some of whose values are read as others. */
export const withAliases = <T extends string, const TStandIns extends Readonly<Record<string, T>>>(
  parameter: ValueParameter<T | undefined>,
  aliases: TStandIns,
): ValueParameter<Exclude<T, keyof TStandIns> | undefined> => ({
  ...converted(parameter, (value) =>
    value === undefined ? undefined : ((aliases[value] ?? value) as Exclude<T, keyof TStandIns>),
  ),
  aliases,
})

/** A parameter that clients send and that changes no answer here. @param reason one sentence. */
export const withoutEffect = <T extends Parameter>(parameter: T, reason: string) => ({
  ...parameter,
  withoutEffect: reason,
})

/** What a reader has to know of a parameter beyond its schema; `undefined` when the schema says it all. */
export function effectNote({ withoutEffect: reason, aliases = {} }: Parameter): string | undefined {
  if (reason !== undefined) return `Accepted without effect: ${reason}`
  const lines = Object.entries(aliases).map(([asked, used]) => `\`${asked}\` is read as \`${used}\`.`)
  return lines.length === 0 ? undefined : lines.join(' ')
}

/** A token as routes name it. */
export type TokenName = { readonly contract: Address; readonly tokenId: bigint }

const required = <T>(schema: Schema<T>): ValueParameter<T> => ({
  schema,
  many: false,
  read: (values, name) => {
    const [value] = validate(schema, values, name)
    if (value === undefined) throw new ParseError('The request', name, 'is missing')
    return value
  },
})

/** What stands in a path under each name. */
export const pathParameters = {
  token: converted(required(tokenRef), (token): TokenName => splitToken(token)),
  collection: required(address),
  user: required(address),
  txHash: required(bytes32),
  source: required(text(253)),
  currency: required(address),
  /** A token of the contract that the path names. */
  tokenId: required(amount),
  orderId: required(bytes32),
  /** Another service's name of a chain, and the contract that an order is for. */
  chain: required(text(64)),
  exchange: required(address),
} as const
