import * as v from 'valibot'
import { longestName } from '../chain/reads.ts'
import { sizeFault } from '../json/scanJson.ts'
import { cleanText, halves } from './cleanText.ts'

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
/** Entries of a list of attributes that are looked at. */
const maxEntries = 100
/** What a document may hold: it is parsed in the thread that answers requests. */
const bounds = { depth: 64, values: 50_000 }
const words = (max: number) =>
  v.optional(
    v.pipe(
      v.union([v.string(), v.number(), v.boolean()]),
      v.transform((value) => cleanText(String(value), max)),
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

/** Parses a document of JSON; `undefined` when it is not JSON, or holds too much. */
export function readMetadata(document: Uint8Array): Metadata | undefined {
  const text = new TextDecoder().decode(document)
  if (sizeFault(text, bounds) !== undefined) return undefined
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
  for (const entry of attributes.slice(0, maxEntries)) {
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
