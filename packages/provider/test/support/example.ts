import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** One recorded answer of the language. */
export type Example = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Json
}

export function exampleOf(name: string, place = 0): Example {
  const text = readFileSync(join(import.meta.dirname, '../examples', `${name}.json`), 'utf8')
  const { cases } = JSON.parse(text) as { cases: readonly { response: Example }[] }
  const found = cases[place]
  if (found === undefined) throw new Error(`${name} has no example ${place}.`)
  return found.response
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** May be null: rates and rarity have no source here, a picture may be its own address, an artist may ask nothing. */
const unknowable =
  /\.(?:usd|imageLarge|creator|recipient|rarity|rarityRank|contractDeployedAt|mintedAt|securityConfig|[0-9]+day)$/

/**
 * Where an answer is not of the example's shape: a field is missing, or of another kind. Fields beyond the
 * example's are fine. An empty list in either tells nothing of its members.
 */
export function differences(example: Json, actual: unknown, path = '$'): readonly string[] {
  const [wanted, found] = [kindOf(example), kindOf(actual)]
  if (wanted === 'null') return actual === undefined ? [`${path} is missing`] : []
  if (found === 'null' && unknowable.test(path)) return []
  if (wanted !== found) return [`${path} is ${found}, not ${wanted}`]
  if (Array.isArray(example)) {
    const [first] = example as readonly Json[]
    const [own] = actual as readonly unknown[]
    return first === undefined || own === undefined ? [] : differences(first, own, `${path}[0]`)
  }
  if (wanted !== 'object') return []
  const own = actual as Readonly<Record<string, unknown>>
  return Object.entries(example as Readonly<Record<string, Json>>).flatMap(([key, value]) =>
    key === '…' ? [] : differences(value, own[key], `${path}.${key}`),
  )
}

type Step = Readonly<Record<'id' | 'action' | 'description' | 'kind', string>>

/** What a client reads of steps before it acts: their names, order and words. */
export const headsOf = (body: unknown): readonly Step[] =>
  (body as { steps: readonly Step[] }).steps.map(({ id, action, description, kind }) => ({
    id,
    action,
    description,
    kind,
  }))
