import sharp, { type Sharp } from 'sharp'
import { isDrawable } from './isDrawable.ts'

/** A picture without active content. */
export type Picture = { readonly type: 'image/webp'; readonly bytes: Uint8Array<ArrayBuffer> }

/** The most pixels of a picture; larger ones are rejected. */
const maxPixels = 50_000_000
/** The most pixels of one that is decoded as a whole: it is progressive, or has frames that build on earlier ones. */
const maxWhole = 25_000_000
/** The most pixels of AVIF or HEIC: the decoder takes some thirty bytes for each, and cannot be stopped. */
const maxHeif = 12_000_000
/** The largest width and height of the result; smaller pictures are not resized. */
const side = 1000
const maxFrames = 100
/** The most bytes of the result: it is stored, and small files may be long animations. */
const maxBytes = 1024 * 1024
/** How a picture is encoded, until its result is small enough: whole, then its first frame alone, then that worse. */
const attempts = [
  { frames: maxFrames, quality: 82, alphaQuality: 100 },
  { frames: 1, quality: 82, alphaQuality: 100 },
  { frames: 1, quality: 50, alphaQuality: 50 },
]
/** The time limit of one attempt, in seconds. */
const seconds = 10
const formats: readonly (string | undefined)[] = ['png', 'jpeg', 'gif', 'webp', 'svg', 'heif', 'tiff']
/** How files of these formats begin, but for SVG: whatever begins otherwise has to be one that is cheap to draw. */
const beginnings = /^(?:\x89PNG|\xff\xd8|GIF8|RIFF....WEBP|....ftyp|II[*+]\0|MM\0[*+])/s
/** Pixels of an SVG's unit are these dots to an inch. */
const dotsPerInch = 72

/**
 * Decodes a picture and encodes it again, so that nothing else of its file remains: SVG is rendered without scripts and
 * without other files. `undefined` for what is not a picture, is too large before or after, or takes too long.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Picture | undefined> {
  // Without a cache, a picture takes no more memory than decoding it.
  sharp.cache(false)
  sharp.concurrency(1)
  const open = (more: object): Sharp =>
    sharp(bytes, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      unlimited: false,
      sequentialRead: true,
      ...more,
    })
  const isPixels = beginnings.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'))
  try {
    if (!isPixels && !isDrawable(bytes)) return undefined
    const {
      format,
      pages = 1,
      width = 0,
      pageHeight,
      height = 0,
      isProgressive,
    } = await open({ pages: 1 }).metadata()
    const isWhole = isProgressive === true || format === 'gif'
    const limit = format === 'heif' ? maxHeif : isWhole ? maxWhole : maxPixels
    if (!formats.includes(format) || width * (pageHeight ?? height) > limit) return undefined
    if (isPixels === (format === 'svg')) return undefined
    // Drawn as large as it is shown: at once, and on no larger surfaces than that.
    const density = Math.max(1, Math.min(dotsPerInch, (dotsPerInch * side) / Math.max(width, height, 1)))
    for (const { frames, ...quality } of pages > 1 ? attempts : attempts.slice(1)) {
      const encoded = await open(isPixels ? { pages: Math.min(pages, frames) } : { density })
        .timeout({ seconds })
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ ...quality, effort: 2 })
        .toBuffer()
      if (encoded.length <= maxBytes) return { type: 'image/webp', bytes: new Uint8Array(encoded) }
    }
    return undefined
  } catch {
    // What the decoder rejects is not shown.
    return undefined
  }
}
