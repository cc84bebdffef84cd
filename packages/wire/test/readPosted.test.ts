import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderV3Body, orderV4Body, ParseError, parse, readOrderV3, readOrderV4 } from '../src/index.ts'

const address = `0x${'Ab'.repeat(20)}`
const word = `0x${'Cd'.repeat(32)}`
const item = { itemType: 2, token: address, identifierOrCriteria: '1', startAmount: 1, endAmount: '1' }
const order = {
  kind: 'seaport-v1.6',
  data: {
    offerer: address,
    zone: address,
    offer: [item],
    consideration: [{ ...item, itemType: 0, recipient: address }],
    orderType: 1,
    startTime: 1,
    endTime: '2',
    zoneHash: word,
    salt: word,
    conduitKey: word,
    counter: '7',
    signature: '0xABcd',
  },
}
const posted = {
  order,
  orderbook: 'opensea',
  orderbookApiKey: 'key',
  collection: address,
  tokenSetId: 'token:1',
  attribute: { collection: address, key: 'Hat', value: 'Red' },
  isNonFlagged: true,
  bulkData: { kind: 'seaport-v1.6', data: { orderIndex: 1, merkleProof: [word, word] } },
  more: 'dropped',
}
/** A body with one value, anywhere in it, replaced. */
function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? replaced(one, rest, by) : one))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) }
}
const pathsOf = (value: unknown, to: readonly (string | number)[] = []): (readonly (string | number)[])[] =>
  typeof value !== 'object' || value === null
    ? [to]
    : [
        to,
        ...(Array.isArray(value) ? [...value.entries()] : Object.entries(value)).flatMap(([key, inner]) =>
          pathsOf(inner, [...to, key]),
        ),
      ]
const oddity = fc.oneof(
  fc.anything(),
  fc.constantFrom<unknown>(
    ...[
      undefined,
      null,
      '',
      'x'.repeat(33),
      'x'.repeat(257),
      'tab\there',
      '\u202e',
      '0x',
      '01',
      '-1',
      1.5,
      2 ** 53,
    ],
    ...[
      2 ** 24,
      2 ** 24 + 1,
      true,
      [],
      {},
      word,
      `${2n ** 256n}`,
      Array.from({ length: 1001 }, () => posted),
    ],
    Array.from({ length: 25 }, () => word),
  ),
)
type Outcome = { readonly value: unknown } | { readonly refused: string }
const outcome = (reader: (value: unknown) => unknown, value: unknown): Outcome => {
  try {
    return { value: reader(value) }
  } catch (error) {
    if (error instanceof ParseError) return { refused: error.path }
    throw error
  }
}
/** Where a list stands in an object's place, the schema names the first field that it lacks. */
const within = (path: string, other: string): boolean =>
  `${path}.`.startsWith(other === '' ? '' : `${other}.`)

test.each([
  {
    name: 'one order',
    good: { ...posted, source: 'shop.example' },
    schema: orderV3Body,
    reader: (value: unknown) => readOrderV3(value, 'The request'),
  },
  {
    name: 'many orders',
    good: { items: [posted, { order }], source: 'shop.example' },
    schema: orderV4Body,
    reader: (value: unknown) => readOrderV4(value, 'The request'),
  },
])(
  'whatever stands anywhere in a post of $name, it reads as its schema says, or the same field is named',
  (one) => {
    const { good, schema, reader } = one
    expect(reader(good)).toEqual(parse(schema, good, 'The request'))
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(good)), oddity, (path, odd) => {
        const body = replaced(good, path, odd)
        const own = outcome(reader, body)
        const described = outcome((value) => parse(schema, value, 'The request'), body)
        if ('refused' in own && 'refused' in described)
          expect(within(described.refused, own.refused)).toBe(true)
        else expect(own).toEqual(described)
      }),
      { numRuns: 2_000 },
    )
  },
)
