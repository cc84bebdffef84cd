import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { encodePicture } from '../../src/metadata/encodePicture.ts'
import { isDrawable } from '../../src/metadata/isDrawable.ts'
import { pixelsOf } from '../../src/metadata/pixelsOf.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const drawing = (body: string, head = 'width="350" height="350"') =>
  bytesOf(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${body}</svg>`,
  )
/** A PNG of one bit a pixel that says that it has these sides; a row of it alone is a few bytes. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(99))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}
const image = (file: Buffer, type = 'png') =>
  `<image width="24" height="24" style="image-rendering:pixelated" xlink:href="data:image/${type};base64,${file.toString('base64')}"/>`
const solid = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#c33a' } })
const rect = '<rect width="9" height="9" fill="red"/>'

describe('art on chain is drawn', () => {
  test.each([
    [
      'rects, as of Nouns',
      drawing(
        `<rect width="100%" height="100%" fill="#d5d7e1" />${'<rect width="140" height="10" x="90" y="210" fill="#63a0f9" />'.repeat(800)}`,
        'width="320" height="320" viewBox="0 0 320 320" shape-rendering="crispEdges"',
      ),
    ],
    [
      'lines of text with a style, as of Loot',
      drawing(
        `<style>.base { fill: white; font-family: serif; font-size: 14px; }</style><rect width="100%" height="100%" fill="black" />${'<text x="10" y="20" class="base">"Grim Shout" Grave Wand of Skill +1</text>'.repeat(8)}`,
        'preserveAspectRatio="xMinYMin meet" viewBox="0 0 350 350"',
      ),
    ],
    [
      'rows of pixels, as of Chain Runners',
      drawing(
        `<style>rect{height:1px;width:1px}</style>${'<rect fill="#f00" x="1" y="1" height="10" width="10"/>'.repeat(1024)}<style>rect{shape-rendering:crispEdges}</style>`,
        'version="1.1" viewBox="0 0 320 320"',
      ),
    ],
    [
      'gradients, clips, masks and a few uses',
      bytesOf(`\ufeff<?xml version="1.0" encoding="UTF-8"?>
        <!-- Generator: of others --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" id="Layer_1" width="40" height="40">
        <title>A &#8220;sky&#8221; &amp; a &lt;filter&gt;</title>
        <defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><clipPath id="c"><path d="M0 0h9v9z"/></clipPath>
        <mask id="m"><rect width="9" height="9" fill="url(#a)"/></mask><g id="g">${rect}</g></defs>
        <style><![CDATA[ @import url('https://fonts.example/css?family=x'); @font-face{font-family:x;src:url(data:font/woff2;base64,AAAA)} .a{fill:url(#a);filter:none} ]]></style>
        <g clip-path="url(#c)" mask="url(#m)" style="fill:url('#a')">${'<use xlink:href="#g" x="9"/>'.repeat(12)}</g>
        <path stroke-dasharray="4 2" d="M0 0L9 9" class="a"/><animate attributeName="x"/></svg>`),
    ],
  ])('of %s', async (_, art) => {
    expect(isDrawable(art)).toBe(true)
    expect((await encodePicture(art))?.type).toBe('image/webp')
  })

  test.each(['png', 'gif', 'jpeg', 'webp'] as const)('with a %s in it, as of Moonbirds', async (format) => {
    const art = drawing(image(await solid(42).toFormat(format).toBuffer(), format))
    expect(isDrawable(art)).toBe(true)
    const picture = await encodePicture(art)
    const { data } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true })
    // The library that draws knows these two.
    if (format === 'png' || format === 'jpeg') expect(data.some((value) => value !== 0)).toBe(true)
  })
})

describe('a drawing that costs more than its text tells is refused before it is opened', () => {
  const bomb = image(hugePng(22_000))
  test.each<[string, Uint8Array]>([
    ['holds a PNG of 22,000 by 22,000 pixels', drawing(bomb)],
    ['holds two of 3,500 by 3,500 pixels', drawing(image(hugePng(3500)).repeat(2))],
    [
      'holds a PNG under another prefix',
      drawing(bomb.replace('<image', '<s:image').replace('xlink:href', 'y:href')),
    ],
    ['holds a PNG whose link begins with a number', drawing(bomb.replace('"data:', '"&#x64;ata:'))],
    ['holds a drawing in a link', drawing('<image href="data:image/svg+xml,%3Csvg/%3E"/>')],
    ['uses a drawing in a link', drawing('<use href="data:image/svg+xml,%3Csvg/%3E#a"/>')],
    ['is filled from a document in a link', drawing('<rect fill="url(data:image/svg+xml,x#a)"/>')],
    ['is styled from a document in a link', drawing('<style>@import "data:text/css,x";</style>')],
    ['has a filter', drawing('<filter id="f"><feMorphology operator="dilate" radius="300"/></filter>')],
    ['has a filter under a prefix', drawing('<s:filter xmlns:s="http://www.w3.org/2000/svg" id="f"/>')],
    ['has a part of a filter alone', drawing('<feTurbulence numOctaves="2000000000"/>')],
    ['has a filter as a function', drawing('<rect filter="blur(300px)"/>')],
    ['has a filter in its style', drawing('<rect style="fill:red;filter: blur(300px)"/>')],
    ['has a filter in its style sheet', drawing('<style>rect{filter:blur(9px)}</style>')],
    ['has a filter in two parts', drawing('<style>rect{fil]]><![CDATA[ter:blur(9px)}</style>')],
    ['has a filter around a comment', drawing('<style>rect{fil<!-- -->ter:blur(9px)}</style>')],
    ['has a filter in numbers', drawing('<rect style="&#102;ilter:blur(300px)"/>')],
    ['has a filter in other letters', drawing('<rect style="\\66ilter:blur(300px)"/>')],
    ['has a page in it', drawing('<foreignObject><p/></foreignObject>')],
    ['has entities', bytesOf('<!DOCTYPE svg [<!ENTITY a "x">]><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['has instructions', drawing('<?xml-stylesheet href="data:text/css,x"?>')],
    ['has a prefix in another encoding', bytesOf('<?xml version="1.0" encoding="UTF-7"?><svg/>')],
    ['is in another encoding', new Uint8Array(Buffer.from('\ufeff<svg/>', 'utf16le'))],
    [
      'draws a path a million times',
      drawing(
        Array.from(
          { length: 7 },
          (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
        ).join(''),
      ),
    ],
    ['uses a part 300 times', drawing('<use href="#a"/>'.repeat(300))],
    ['has many patterns', drawing('<pattern id="p"/>'.repeat(9))],
    ['has masks in masks', drawing(`${'<mask id="m">'.repeat(17)}${'</mask>'.repeat(17)}`)],
    ['nests very deep', drawing(`${'<g>'.repeat(300)}${'</g>'.repeat(300)}`)],
    ['has very many elements', drawing('<g/>'.repeat(60_000))],
    ['has a very long path', drawing(`<path d="M0 0${'L9 9'.repeat(600_000)}"/>`)],
    ['has very long dashes', drawing(`<path stroke-dasharray="${'1 '.repeat(200)}"/>`)],
    ['has a very long text', drawing(`<text>${'x'.repeat(60_000)}</text>`)],
    ['does not end', bytesOf(`<svg ${'a="" '.repeat(9999)}`)],
    ['is no drawing', bytesOf('nothing < here')],
  ])('that %s', (_, art) => {
    expect(isDrawable(art)).toBe(false)
  })

  test('and the decoder never sees it', async () => {
    const decode = vi.spyOn(sharp.prototype, 'metadata')
    expect(await encodePicture(drawing(bomb))).toBeUndefined()
    expect(decode).not.toHaveBeenCalled()
    decode.mockRestore()
  })

  test('also where it is packed, or follows the beginning of another file', async () => {
    expect(isDrawable(new Uint8Array(deflateSync(drawing(rect))))).toBe(false)
    expect(
      await encodePicture(new Uint8Array(Buffer.concat([Buffer.from('GIF8'), drawing(rect)]))),
    ).toBeUndefined()
  })
})

test('a drawing is drawn no larger than it is shown', async () => {
  const picture = await encodePicture(drawing(rect, 'width="5000" height="2500"'))
  expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: 1000, height: 500 })
  const small = await encodePicture(drawing(rect, 'width="24" height="24"'))
  expect(await sharp(small?.bytes).metadata()).toMatchObject({ width: 24, height: 24 })
})

describe('the pixels of a file', () => {
  test.each(['png', 'gif', 'jpeg', 'webp'] as const)('of %s are read from its headers', async (format) => {
    expect(pixelsOf(await solid(42).toFormat(format).toBuffer())).toBe(42 * 42)
    expect(pixelsOf((await solid(42).toFormat(format).toBuffer()).subarray(0, 20))).toBeNaN()
  })
  test('of a lossless WebP and a progressive JPEG are too', async () => {
    expect(pixelsOf(await solid(42).webp({ lossless: true }).toBuffer())).toBe(42 * 42)
    expect(pixelsOf(await solid(42).jpeg({ progressive: true }).toBuffer())).toBe(42 * 42)
  })
  test('of a GIF are those of its largest frame', async () => {
    const file = await solid(42).gif().toBuffer()
    const frame = file.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 42, 0, 42, 0]))
    file.writeUInt16LE(9000, frame + 5)
    expect(pixelsOf(file)).toBe(9000 * 42)
  })
})
