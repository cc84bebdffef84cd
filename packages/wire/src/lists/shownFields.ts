import * as v from 'valibot'
import { maybe } from '../parse.ts'

/** A number, or the decimal text of one. */
export const numberLike = v.union([
  v.number(),
  v.pipe(v.string(), v.regex(/^-?[0-9]+(?:\.[0-9]+)?$/), v.transform(Number)),
])

/** Control characters, and those that turn the direction of what follows: a name made of them shows another. */
const disguises = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const longestName = 2_000
const longestLink = 1_000_000

/** Text that is only shown: cut where it is too long, because whoever mints a token writes it. */
export const requiredText = v.pipe(
  v.string('must be text'),
  v.transform((text) => text.slice(0, longestName).replace(disguises, '')),
)
/** As {@link requiredText}; absent where it is no text. */
export const shownText = v.fallback(maybe(requiredText), undefined)
/** Absent where it is no text, or longer than a picture may be. */
export const link = v.fallback(
  maybe(v.pipe(v.string('must be a link'), v.maxLength(longestLink, 'must be shorter'))),
  undefined,
)

/** The number of a token: with its contract it says which token is meant. */
export const tokenId = v.pipe(
  v.string('must be a token id'),
  v.regex(/^(?:0|[1-9][0-9]{0,77})$/, 'must be a token id'),
)
