import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture } from '../../src/metadata/encodePicture.ts'

test('a picture of a format that is decoded as a whole may have fewer pixels than others', async () => {
  const square = sharp({ create: { width: 5100, height: 5100, channels: 3, background: '#c33' } })
  expect(await encodePicture(new Uint8Array(await square.clone().jpeg().toBuffer()))).toBeDefined()
  expect(await encodePicture(new Uint8Array(await square.clone().gif().toBuffer()))).toBeUndefined()
  const smaller = sharp({ create: { width: 3600, height: 3600, channels: 3, background: '#c33' } })
  expect(await encodePicture(new Uint8Array(await smaller.avif({ effort: 0 }).toBuffer()))).toBeUndefined()
})

test('a picture takes no more than a megabyte: a longer animation becomes its first frame, and noise is encoded worse', async () => {
  const most = 1024 * 1024
  const noise = (side: number, frames = 1, channels: 3 | 4 = 3, change = (byte: number) => byte) => {
    const raw = { width: side, height: side * frames, channels, pageHeight: side } as const
    return sharp(randomBytes(side * side * frames * channels).map(change), { raw })
  }
  const encode = async (picture: sharp.Sharp) => encodePicture(new Uint8Array(await picture.toBuffer()))
  const pagesOf = async (bytes: Uint8Array | undefined) => (await sharp(bytes).metadata()).pages ?? 1
  const short = await encode(noise(60, 3).gif({ effort: 1 }))
  expect(await pagesOf(short?.bytes)).toBe(3)
  const long = await encode(noise(300, 30).gif({ effort: 1, colors: 16 }))
  expect(await pagesOf(long?.bytes)).toBe(1)
  const transparent = await encode(noise(1000, 1, 4).png({ compressionLevel: 1 }))
  for (const picture of [long, transparent]) {
    expect(picture?.type).toBe('image/webp')
    expect(picture?.bytes.length).toBeLessThanOrEqual(most)
  }
  // Every color is at an end of its range, and only the opacity is between them: no encoding makes that small.
  let place = 0
  const harsh = noise(1000, 1, 4, (byte) => {
    place += 1
    return place % 4 === 0 ? byte : (byte & 1) * 255
  })
  expect(await encode(harsh.png({ compressionLevel: 1 }))).toBeUndefined()
})
