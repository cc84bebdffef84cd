import { ParseError } from '@sluice/wire'
import { Hono } from 'hono'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { maxValues, readJson } from '../../src/http/readJson.ts'
import { jsonFault } from '../../src/json/scanJson.ts'

const [small, large] = [256 * 1024, 4 * 1024 * 1024]
afterEach(() => {
  vi.restoreAllMocks()
})

/** Reads a body as a route of this size does. @returns what it says, or why it was rejected; and whether it was parsed. */
async function read(body: string, maxBytes = large) {
  const parsed = vi.spyOn(JSON, 'parse')
  let result: unknown
  const app = new Hono().post('/', async (c) => {
    try {
      result = await readJson(c, maxBytes)
    } catch (cause) {
      if (!(cause instanceof ParseError)) throw cause
      result = cause.message
    }
    return c.body(null)
  })
  await app.request('/', { method: 'POST', body })
  const isParsed = parsed.mock.calls.some(([text]) => text === body)
  parsed.mockRestore()
  return { result, isParsed }
}
/** A body of about this size, of as many of `one` as fit. */
function filled(one: (place: number) => string, open: string, close: string, bytes = large - 100): string {
  const parts: string[] = []
  for (let size = 0; size < bytes; size += (parts.at(-1)?.length ?? 0) + 1) parts.push(one(parts.length))
  return open + parts.join(',') + close
}

const account = `0x${'11'.repeat(20)}`
const payment = {
  itemType: 0,
  token: account,
  identifierOrCriteria: '0',
  startAmount: '1000000000000000000',
  endAmount: '1000000000000000000',
  recipient: account,
}
/** An order with four payments, as a client posts it. */
const order = (place: number) => ({
  order: {
    kind: 'seaport-v1.6',
    data: {
      offerer: account,
      zone: account,
      offer: [{ ...payment, identifierOrCriteria: String(place) }],
      consideration: [payment, payment, payment, payment],
      orderType: 0,
      startTime: '1700000000',
      endTime: '1800000000',
      zoneHash: `0x${'00'.repeat(32)}`,
      salt: `0x${'5a'.repeat(32)}`,
      conduitKey: `0x${'00'.repeat(32)}`,
      totalOriginalConsiderationItems: 4,
      counter: '0',
      signature: `0x${'5a'.repeat(65)}`,
    },
  },
  orderbook: 'reservoir',
})

describe('a body of the largest size', () => {
  test.each([
    ['empty lists', filled(() => '[]', '{"items":[', ']}')],
    ['empty objects', filled(() => '{}', '{"items":[', ']}')],
    ['numbers', filled(() => '1', '{"items":[', ']}')],
    ['keys of one object', filled((place) => `"k${place}":1`, '{', '}')],
    ['keys, of which the last one is written twice', filled((place) => `"k${place}":1`, '{', ',"k0":1}')],
  ])('that is full of %s is rejected before it is parsed', async (_, body) => {
    expect(await read(body)).toEqual({
      result: `The request must hold at most ${maxValues(large)} values.`,
      isParsed: false,
    })
  })

  test('with a key that is written twice is rejected before it is parsed, by the name of the key', async () => {
    const long = 'x'.repeat(large - 100)
    const twice = `{"text":"${long}","items":[{"token":"a","t\\u006fken":"b"}]}`
    expect(await read(twice)).toEqual({
      result: 'The request has a bad field "token": it is written twice.',
      isParsed: false,
    })
  })

  test('of a thousand orders with four payments each is read', async () => {
    const body = JSON.stringify({ items: Array.from({ length: 1000 }, (_, place) => order(place)) })
    expect(await read(body)).toEqual({ result: JSON.parse(body), isParsed: true })
  })

  test('that is full of such orders, to its last byte, is read', () => {
    const body = filled((place) => JSON.stringify(order(place)), '{"items":[', ']}', large - 2000)
    expect(jsonFault(body, { depth: 16, values: maxValues(large) })).toBeUndefined()
  })
})

test('a smaller route reads fewer values', async () => {
  const body = filled(() => '{"a":1}', '[', ']', small - 100)
  expect((await read(body, small)).result).toBe(`The request must hold at most ${maxValues(small)} values.`)
  expect((await read(body, large)).isParsed).toBe(true)
})

test('what a text says is neither a key nor a value', async () => {
  const body = JSON.stringify({ a: ',[{:'.repeat(50_000), b: '\\"'.repeat(50_000), c: [{ a: 1 }, { a: 2 }] })
  expect(await read(body, small)).toEqual({ result: JSON.parse(body), isParsed: true })
})

test.each([
  ['nests too deep', `${'['.repeat(17)}${']'.repeat(17)}`, 'The request must be nested at most 16 levels.'],
  ['ends in a text', '{"a":"b', 'The request must be JSON.'],
  ['has a text that no JSON has', '{"\\x":1}', 'The request must be JSON.'],
  [
    'has a prototype',
    '{"a":{"\\u005f_proto__":1}}',
    'The request has a bad field "__proto__": it is not allowed.',
  ],
])('a body that %s is rejected', async (_, body, message) => {
  expect((await read(body)).result).toBe(message)
})
