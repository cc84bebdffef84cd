/** A check by JSON Schema, with the keywords that the two schemas of the registry have, and no others. */

type Schema = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeNames: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

/** What holds, and which properties of an object the schema speaks of. */
type Result = { readonly problems: readonly string[]; readonly known: ReadonlySet<string> }

const others = [
  'format',
  'then',
  'properties',
  'additionalProperties',
  'unevaluatedProperties',
  'definitions',
]

/** Returns a function that lists the problems of a value: none if it is valid. */
export function schemaCheck(root: Schema): (value: unknown) => readonly string[] {
  const resolve = (pointer: string): Schema =>
    pointer
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), root) as Schema

  const check = (schema: Schema, value: unknown, path: string): Result => {
    const problems: string[] = []
    const known = new Set<string>()
    const say = (problem: string) => problems.push(`${path}: ${problem}`)
    const also = (result: Result) => {
      problems.push(...result.problems)
      for (const key of result.known) known.add(key)
    }
    const isValid = (one: Schema) => check(one, value, path).problems.length === 0
    const checks: Readonly<Record<string, (wanted: never) => void>> = {
      $ref: (pointer: string) => also(check(resolve(pointer), value, path)),
      type: (types: string | readonly string[]) => {
        if (![types].flat().some((type) => typeNames[type]?.(value))) say(`is not of type ${types}`)
      },
      const: (wanted: unknown) => value !== wanted && say(`is not "${wanted}"`),
      enum: (wanted: readonly unknown[]) => !wanted.includes(value) && say(`is none of ${wanted}`),
      pattern: (pattern: string) => {
        if (typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) say(`is not like ${pattern}`)
      },
      minLength: (least: number) => typeof value === 'string' && value.length < least && say('is too short'),
      minimum: (least: number) => typeof value === 'number' && value < least && say('is too small'),
      minItems: (least: number) => Array.isArray(value) && value.length < least && say('has too few items'),
      required: (names: readonly string[]) => {
        if (isObject(value)) for (const name of names) if (!(name in value)) say(`lacks ${name}`)
      },
      items: (items: Schema) => {
        if (Array.isArray(value))
          for (const [index, one] of value.entries())
            problems.push(...check(items, one, `${path}/${index}`).problems)
      },
      propertyNames: (names: Schema) => {
        if (isObject(value))
          for (const name of Object.keys(value))
            problems.push(...check(names, name, `${path}/${name}`).problems)
      },
      allOf: (all: readonly Schema[]) => {
        for (const one of all) also(check(one, value, path))
      },
      anyOf: (any: readonly Schema[]) => !any.some(isValid) && say('is none of what it may be'),
      oneOf: (one: readonly Schema[]) => {
        const fitting = one
          .map((each) => check(each, value, path))
          .filter((each) => each.problems.length === 0)
        if (fitting.length !== 1) say(`is ${fitting.length} of the things of which it must be one`)
        for (const each of fitting) also(each)
      },
      not: (other: Schema) => isValid(other) && say('is what it must not be'),
      if: (condition: Schema) =>
        isValid(condition) && isObject(schema.then) && also(check(schema.then, value, path)),
    }
    for (const [keyword, wanted] of Object.entries(schema)) {
      const one = checks[keyword]
      if (one !== undefined) one(wanted as never)
      else if (!keyword.startsWith('$') && !others.includes(keyword))
        throw new Error(`The check does not know "${keyword}".`)
    }
    if (isObject(value)) {
      const properties = isObject(schema.properties) ? schema.properties : {}
      for (const [name, each] of Object.entries(value)) {
        const own = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties
        if (Object.hasOwn(properties, name) || own !== undefined) known.add(name)
        if (own === false) say(`may not have ${name}`)
        else if (isObject(own)) problems.push(...check(own, each, `${path}/${name}`).problems)
      }
      if (schema.unevaluatedProperties === false)
        for (const name of Object.keys(value)) if (!known.has(name)) say(`may not have ${name}`)
    }
    return { problems, known }
  }
  return (value) => check(root, value, '#').problems
}
