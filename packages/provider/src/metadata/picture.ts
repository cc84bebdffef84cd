import sharp, { type Sharp } from 'sharp'

/** A picture that can do nothing but be looked at. */
export type Picture = { readonly type: 'image/webp'; readonly bytes: Uint8Array<ArrayBuffer> }

/** Pixels of a picture as it came; larger ones are taken for a bomb. */
const maxPixels = 50_000_000
/** Pixels of one that is held whole while it is decoded: it comes in several passes, or builds on an earlier frame. */
const maxWhole = 25_000_000
/** Pixels of an AVIF or HEIC picture: its decoder takes some thirty bytes for each, and cannot be stopped. */
const maxHeif = 12_000_000
/** Width and height of what is kept; smaller pictures stay as they are. */
const side = 1000
const maxFrames = 100
/** Seconds that one picture may take. */
const seconds = 10
const formats: readonly (string | undefined)[] = ['png', 'jpeg', 'gif', 'webp', 'svg', 'heif', 'tiff']

/**
 * Decodes a picture and encodes it anew, so that nothing of its file is left: SVG is drawn, without scripts and
 * without other files. `undefined` for what is no picture, is too large, or takes too long.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Picture | undefined> {
  // A picture is read from top to bottom, and nothing of it is kept: the memory of one is what decoding one takes.
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
  try {
    const {
      format,
      pages = 1,
      width = 0,
      pageHeight,
      height = 0,
      isProgressive,
    } = await open({ pages: 1 }).metadata()
    const isWhole = isProgressive === true || format === 'gif'
    const most = format === 'heif' ? maxHeif : isWhole ? maxWhole : maxPixels
    if (!formats.includes(format) || width * (pageHeight ?? height) > most) return undefined
    const encoded = await open({ pages: pages > 1 ? Math.min(pages, maxFrames) : 1 })
      .timeout({ seconds })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 2 })
      .toBuffer()
    return { type: 'image/webp', bytes: new Uint8Array(encoded) }
  } catch {
    // Whatever the decoder stumbles over, it is no picture that we show.
    return undefined
  }
}
