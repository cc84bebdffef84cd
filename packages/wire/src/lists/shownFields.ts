import * as v from 'valibot'
import { maybe } from '../parse.ts'

/** A number, or the decimal text of one. */
export const numberLike = v.union([
  v.number(),
  v.pipe(v.string(), v.regex(/^-?[0-9]+(?:\.[0-9]+)?$/), v.transform(Number)),
])

/** Control characters and characters that change the text direction, which can disguise a name. */
const disguises = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const longestName = 2_000
const longestLink = 1_000_000

/** Text that is only displayed. It is cut if it is too long, because the creator of a token writes it. */
export const requiredText = v.pipe(
  v.string('must be text'),
  v.transform((text) => text.slice(0, longestName).replace(disguises, '')),
)
/** Like {@link requiredText}; absent if it is not text. */
export const shownText = v.fallback(maybe(requiredText), undefined)
/** The URL of a picture; absent if it is not text or is too long. */
export const link = v.fallback(
  maybe(v.pipe(v.string('must be a link'), v.maxLength(longestLink, 'must be shorter'))),
  undefined,
)

/** A token id. Together with the contract it identifies the token. */
export const tokenId = v.pipe(
  v.string('must be a token id'),
  v.regex(/^(?:0|[1-9][0-9]{0,77})$/, 'must be a token id'),
)
