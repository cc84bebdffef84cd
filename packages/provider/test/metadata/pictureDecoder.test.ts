import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createPictureDecoder, type Decode, type DecoderProgram } from '../../src/metadata/pictureDecoder.ts'

const program = (name: string, more: Partial<DecoderProgram> = {}): DecoderProgram => ({
  url: new URL(`../support/${name}`, import.meta.url),
  flags: ['--conditions=@sluice/source'],
  ...more,
})
const large = async () =>
  new Uint8Array(
    await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#336' } })
      .jpeg()
      .toBuffer(),
  )

describe('a process that decodes', () => {
  test('default: makes pictures, one after the other', async () => {
    const decode = createPictureDecoder(program('pictureProcess.mjs'))
    for (let file = 0; file < 2; file += 1) {
      const picture = await decode(await large())
      expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'webp', width: 1000 })
    }
    expect(await decode(new Uint8Array([1, 2, 3]))).toBeUndefined()
  })

  test('ends itself where a picture takes more memory than it may', async () => {
    const decode = createPictureDecoder(program('pictureProcess.mjs', { memory: 1 }))
    expect(await decode(await large())).toBeUndefined()
  })

  const order = (one: number) => new Uint8Array([one])
  const answerOf = async (decode: Decode, one: number) => {
    const picture = await decode(order(one))
    return JSON.parse(new TextDecoder().decode(picture?.bytes)) as { pid: number; settings: string[] }
  }

  test('is ended when a picture takes too long, and another one makes the next', async () => {
    const decode = createPictureDecoder(program('fakePictureProcess.mjs'), 3000)
    const { pid } = await answerOf(decode, 0)
    expect((await answerOf(decode, 0)).pid).toBe(pid)
    expect(pid).not.toBe(process.pid)
    expect(await decode(order(1))).toBeUndefined()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect((await answerOf(decode, 0)).pid).not.toBe(pid)
  })

  test('that ends, or keeps much memory, is followed by another one', async () => {
    const decode = createPictureDecoder(program('fakePictureProcess.mjs'))
    const first = await answerOf(decode, 3)
    const second = await answerOf(decode, 0)
    expect(await decode(order(2))).toBeUndefined()
    const third = await answerOf(decode, 0)
    expect(new Set([first.pid, second.pid, third.pid]).size).toBe(3)
  })

  test('has no settings of ours', async () => {
    process.env.DATABASE_URL ??= ''
    const { settings } = await answerOf(createPictureDecoder(program('fakePictureProcess.mjs')), 0)
    expect(settings).toContain('PATH')
    expect(settings).not.toContain('DATABASE_URL')
  })

  test('that cannot start leaves the work to the calling one', async () => {
    const decode = createPictureDecoder(program('nothing.mjs'))
    expect((await decode(await large()))?.type).toBe('image/webp')
  })
})
