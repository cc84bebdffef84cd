import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOrderReader, orderComponents, ParseError, parse, readOrder } from '../src/index.ts'

const address = `0x${'Ab'.repeat(20)}`
const word = `0x${'Cd'.repeat(32)}`
const good = () => ({
  offerer: address,
  zone: address,
  offer: [
    { itemType: 2, token: address, identifierOrCriteria: '1', startAmount: 1, endAmount: '1', extra: true },
  ],
  consideration: [
    {
      itemType: 0,
      token: address,
      identifierOrCriteria: 0,
      startAmount: '5',
      endAmount: '5',
      recipient: address,
    },
  ],
  orderType: 1,
  startTime: 1,
  endTime: '2',
  zoneHash: word,
  salt: word,
  conduitKey: word,
  counter: '7',
  kind: 'single-token',
})
const read = (reader: (value: unknown) => unknown, value: unknown) => {
  try {
    return reader(value)
  } catch (error) {
    if (error instanceof ParseError) return `refused ${error.path.split('.')[0]}`
    throw error
  }
}
const fields = Object.keys(good()).filter((name) => name !== 'kind')
/** What a field may be made into. */
const oddity = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    undefined,
    null,
    '',
    '0x',
    '0X12',
    '01',
    '-1',
    ' 1',
    '1.0',
    1.5,
    -1,
    2 ** 53,
    '1e3',
    address.slice(0, -1),
    word,
    `${2n ** 256n}`,
    `${2n ** 256n - 1n}`,
    [],
    [good().offer[0]],
    Array.from({ length: 33 }, () => good().offer[0]),
    { length: 1 },
  ),
)

test('default: an order reads alike for pages and for servers', () => {
  const order = good()
  expect(readOrder(order)).toEqual(parse(orderComponents, order, 'The order'))
})

test('whatever stands in a field, both read the same or refuse the same field', () => {
  fc.assert(
    fc.property(fc.constantFrom(...fields), oddity, (name, odd) => {
      const order = { ...good(), [name]: odd }
      expect(read(readOrder, order)).toEqual(
        read((value) => parse(orderComponents, value, 'The order'), order),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('and so in an item', () => {
  const names = Object.keys(good().consideration[0] as object)
  fc.assert(
    fc.property(fc.constantFrom(...names), oddity, (name, odd) => {
      const order = { ...good(), consideration: [{ ...good().consideration[0], [name]: odd }] }
      expect(read(readOrder, order)).toEqual(
        read((value) => parse(orderComponents, value, 'The order'), order),
      )
    }),
    { numRuns: 1_000 },
  )
})

test('many orders one after another read as each by itself, whatever stood in the one before', () => {
  const names = Object.keys(good().consideration[0] as object)
  const change = fc.oneof(
    fc.tuple(fc.constantFrom(...fields), oddity).map(([name, odd]) => ({ ...good(), [name]: odd })),
    fc.tuple(fc.constantFrom(...names), oddity).map(([name, odd]) => ({
      ...good(),
      consideration: [good().consideration[0], { ...good().consideration[0], [name]: odd }],
    })),
    fc.constant(good()),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (orders) => {
      const reader = createOrderReader()
      for (const order of orders) expect(read(reader, order)).toEqual(read(readOrder, order))
    }),
    { numRuns: 500 },
  )
})

test('what was read of an order stays as it was when the next is another', () => {
  const reader = createOrderReader()
  const first = reader(good())
  const before = structuredClone(first)
  expect(reader(good())).toEqual(first)
  const second = reader({
    ...good(),
    salt: '9',
    consideration: [{ ...good().consideration[0], startAmount: '6' }],
  })
  expect(first).toEqual(before)
  expect(second.salt).toBe(9n)
  expect(second.consideration[0]?.startAmount).toBe(6n)
  expect(second.offer).toEqual(first.offer)
})
