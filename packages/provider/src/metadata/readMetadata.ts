import * as v from 'valibot'
import { longestName } from '../chain/reads.ts'

/** The metadata of a token or a collection, parsed as untrusted input. */
export type Metadata = {
  readonly name: string | undefined
  readonly description: string | undefined
  /** A `data:` picture, or the address of one. */
  readonly image: string | undefined
  /** A wide picture of a collection, in the same forms. */
  readonly banner: string | undefined
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

/** The most characters of a picture in the document itself. */
const maxInline = 256 * 1024
const maxLink = 2048
/** The most characters of all attributes of one token. */
const maxAttributes = 8000
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const unwanted = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Halves of a character, as a document may write them and a cut may leave them: Postgres takes no JSON with one. */
const halves = /\p{Surrogate}/gu
/** An untrusted text as it is stored: one line of at most `max` characters, without any that disguise others. */
export const clean = (text: string, max: number): string =>
  text.normalize('NFC').replace(unwanted, ' ').trim().slice(0, max).replace(halves, '\ufffd')
const words = (max: number) =>
  v.optional(
    v.pipe(
      v.union([v.string(), v.number(), v.boolean()]),
      v.transform((value) => clean(String(value), max)),
    ),
  )
/** A picture's text; no database takes a zero or half of a surrogate pair. */
const picture = v.pipe(
  v.string(),
  v.maxLength(maxInline),
  v.check((text) => !text.includes('\0') && text.search(halves) < 0),
)

const optionalPicture = v.fallback(v.optional(picture), undefined)

const shape = v.object({
  name: v.fallback(words(longestName), undefined),
  description: v.fallback(words(2000), undefined),
  image: optionalPicture,
  image_url: optionalPicture,
  // ERC-7572 names the first; the others are older.
  banner_image: optionalPicture,
  banner_image_url: optionalPicture,
  bannerImage: optionalPicture,
  attributes: v.fallback(v.optional(v.array(v.unknown()), []), []),
})
const trait = v.object({ trait_type: words(200), value: words(200) })

/** The most characters of a picture in an answer; a larger one is linked. */
const maxShown = 4096
const isInlineImage = (image: string): boolean =>
  /^data:image\/(?:svg\+xml|png|jpeg|gif|webp|avif)[;,]/.test(image)
/** Whether a picture is shown inline: a small `data:` image of a known kind. */
export const isShownInline = (image: string): boolean => image.length <= maxShown && isInlineImage(image)
const isLink = (image: string): boolean =>
  image.length <= maxLink && /^(?:https|ipfs|ar):\/\/\S+$/i.test(image)

const shownPicture = (image: string | undefined): string | undefined =>
  image !== undefined && (isInlineImage(image) || isLink(image)) ? image : undefined

/** Parses a document of JSON; `undefined` when it is not JSON. */
export function readMetadata(document: Uint8Array): Metadata | undefined {
  const text = new TextDecoder().decode(document)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The document is not JSON; the token is shown without metadata.
    return undefined
  }
  const result = v.safeParse(shape, json)
  if (!result.success) return undefined
  const { name, description, attributes, image, image_url, ...banners } = result.output
  const seen = new Map<string, string>()
  let length = 0
  for (const entry of attributes.slice(0, 100)) {
    const one = v.safeParse(trait, entry)
    const { trait_type: key, value } = one.success ? one.output : {}
    if (key === undefined || key === '' || value === undefined || value === '') continue
    length += key.length + value.length
    if (length > maxAttributes) break
    seen.set(key, value)
  }
  return {
    name,
    description,
    image: shownPicture(image ?? image_url),
    banner: shownPicture(banners.banner_image ?? banners.banner_image_url ?? banners.bannerImage),
    attributes: [...seen].map(([key, value]) => ({ key, value })),
  }
}
