import { object, ParseError, parse, some, text } from '@sluice/wire'
import { param } from '../../http/parameters.ts'

/** A page of a list of OpenSea's: at most `max` entries; `next` is that of an earlier answer. */
export const openSeaPaged = (max: number) => ({ limit: param.limit(max, 50), next: param.continuation })

/** Private listings, which only their buyers can fill. */
export const privateListings = { include_private_listings: param.flag }

const traits = some(object({ traitType: text(200), value: text(200) }), 10)

/** Traits that tokens have to carry, as JSON: `[{"traitType": "Hat", "value": "Red"}]`. */
export const traitsParameter = { traits: param.text(5000) }

/** Values by key of {@link traitsParameter}. @throws {ParseError} when it is not such JSON. */
export function readTraits(value: string | undefined): ReadonlyMap<string, readonly string[]> {
  if (value === undefined) return new Map()
  let json: unknown
  try {
    json = JSON.parse(value)
  } catch {
    throw new ParseError('The request', 'traits', 'must be JSON')
  }
  const named = parse(object({ traits }), { traits: json }, 'The request')
  const keys = new Set(named.traits.map(({ traitType }) => traitType))
  if (keys.size < named.traits.length)
    throw new ParseError('The request', 'traits', 'must name each trait once')
  return new Map(named.traits.map((trait) => [trait.traitType, [trait.value]]))
}

/** `next` of a page; absent on the last one. */
export const nextOf = (continuation: string | null) => (continuation === null ? {} : { next: continuation })
