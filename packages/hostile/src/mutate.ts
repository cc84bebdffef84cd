import { type AttackContext, defaultContext } from './attackContext.ts'
import { dataFor, valuesFor } from './operators.ts'
import type { Json } from './parts.ts'
import type { Random } from './random.ts'

export type Path = readonly (string | number)[]

/** One change of a response as plain data: the path, the operator, and the values before and after. */
export type Change = {
  readonly path: string
  readonly operator: string
  readonly before: unknown
  readonly after: unknown
}

/** A changed copy of a response. The copy is made on first access of `answer`. */
export type Mutant = { readonly change: Change; readonly answer: unknown }

/** A value of a response that can be changed. `leaf` is false for objects and arrays. */
type Place = { readonly path: Path; readonly value: unknown; readonly leaf: boolean }

const isLeaf = (value: unknown) => typeof value !== 'object' || value === null

/** Returns every place of a response, leaves and containers, without the root. */
function placesOf(value: unknown, path: Path = []): readonly Place[] {
  if (isLeaf(value)) return [{ path, value, leaf: true }]
  const within = Object.entries(value as object).flatMap(([key, child]) =>
    placesOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length === 0 ? within : [...within, { path, value, leaf: false }]
}

/** Returns a copy of a response with one change. */
function changed(answer: unknown, path: Path, change: (parent: Json, key: string | number) => void): unknown {
  const copy = structuredClone(answer)
  const parent = path.slice(0, -1).reduce((node: Json, key) => node[key], copy)
  change(parent, path.at(-1) as string | number)
  return copy
}

const remove = (parent: Json, at: string | number) => {
  if (Array.isArray(parent)) parent.splice(Number(at), 1)
  else delete parent[at]
}

/** Returns a value as it is recorded: long texts are shortened. */
const recorded = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}… (${value.length})` : value

/** Yields every mutant of a response with a change at one place. */
function* mutantsAt(
  answer: unknown,
  place: Place,
  context: AttackContext = defaultContext,
): Generator<Mutant> {
  const { path, value, leaf } = place
  const make = (
    operator: string,
    after: unknown,
    edit: (parent: Json, at: string | number) => void,
  ): Mutant => {
    const cache: { copy?: unknown } = {}
    return {
      change: { path: path.join('.'), operator, before: recorded(value), after: recorded(after) },
      get answer() {
        if (!('copy' in cache)) cache.copy = changed(answer, path, edit)
        return cache.copy
      },
    }
  }
  const parent = path.slice(0, -1).reduce((node: Json, key) => node[key], answer as Json)
  const isInArray = Array.isArray(parent)
  if (leaf) {
    const isData = path.at(-1) === 'data' && typeof value === 'string' && value.length > 10
    for (const next of isData ? dataFor(value, context) : valuesFor(value, context))
      if (next !== value)
        yield make('set', next, (node, at) => {
          node[at] = next
        })
    // Swaps the value with a sibling of the same type.
    for (const [key, other] of isInArray ? [] : Object.entries(parent as object))
      if (key !== path.at(-1) && typeof other === typeof value && other !== value && isLeaf(other))
        yield make('swap', other, (node, at) => {
          ;[node[at], node[key]] = [node[key], node[at]]
        })
  } else {
    const empty = Array.isArray(value) ? [] : {}
    yield make('empty', empty, (node, at) => {
      node[at] = empty
    })
    yield make('type', 'x', (node, at) => {
      node[at] = 'x'
    })
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries())
        yield make('double', one, (node, at) => node[at].splice(index, 0, structuredClone(one)))
      if (value.length > 1)
        yield make('reverse', undefined, (node, at) => {
          node[at].reverse()
        })
    }
  }
  yield make('delete', undefined, remove)
}

/**
 * Yields every mutant of a response: each leaf with every value of the operators, and each container deleted, emptied,
 * replaced, reversed, or with an entry duplicated.
 */
export function* mutantsOf(answer: unknown, context: AttackContext = defaultContext): Generator<Mutant> {
  for (const place of placesOf(answer)) yield* mutantsAt(answer, place, context)
}

/** Returns a random mutant. It picks a place first and then a change, so that long call data does not dominate. */
export function randomMutant(
  answer: unknown,
  random: Random,
  context: AttackContext = defaultContext,
): Mutant | undefined {
  const places = placesOf(answer)
  if (places.length === 0) return undefined
  const mutants = [...mutantsAt(answer, random.pick(places), context)]
  return mutants.length === 0 ? undefined : random.pick(mutants)
}
