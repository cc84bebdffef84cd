import { parse } from '@sluice/wire'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parseBody } from '../../src/http/parseBody.ts'

const size = v.pipe(v.number(), v.maxValue(10, 'must be at most 10'))
const items = v.pipe(v.array(v.object({ size })), v.maxLength(1000, 'must hold at most 1000 entries'))
const schema = v.object({ items, source: v.string('must be text') })
const body = (length: number, change: object = {}) => ({
  items: Array.from({ length }, (_, index) => ({ size: index % 10, more: 'dropped' })),
  source: 'a',
  ...change,
})

describe('a body with a long list', () => {
  test('is read as a short one is, for every length', async () => {
    for (const length of [1, 64, 65, 128, 999, 1000])
      expect(await parseBody(schema, body(length))).toEqual(parse(schema, body(length), 'The request'))
  })

  test('lets other work of the process have its turn', async () => {
    let turns = 0
    let over = false
    const others = (): void => {
      turns += 1
      if (!over) setImmediate(others)
    }
    setImmediate(others)
    await parseBody(schema, body(1000))
    over = true
    expect(turns).toBeGreaterThan(10)
  })

  test('is rejected with the place of its first bad field', async () => {
    const { items } = body(1000)
    items[700] = { size: 11, more: '' }
    await expect(parseBody(schema, body(0, { items }))).rejects.toThrow(
      'The request has a bad field "items.700.size": it must be at most 10.',
    )
    await expect(parseBody(schema, body(1001))).rejects.toThrow('"items": it must hold at most 1000 entries')
    await expect(parseBody(schema, body(1000, { source: 7 }))).rejects.toThrow('"source": it must be text')
    await expect(parseBody(schema, body(1000, { source: undefined }))).rejects.toThrow(
      '"source": it is missing',
    )
  })
})
