import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderV4Body, ParseError, parse, readOrder } from '../src/index.ts'

const address = `0x${'Ab'.repeat(20)}`
const word = `0x${'Cd'.repeat(32)}`
const item = { itemType: 2, token: address, identifierOrCriteria: '1', startAmount: 1, endAmount: '1' }
const order = {
  offerer: address,
  zone: address,
  offer: [{ ...item, extra: true }],
  consideration: [{ ...item, itemType: 0, recipient: address }],
  orderType: 1,
  startTime: 1,
  endTime: '2',
  zoneHash: word,
  salt: word,
  conduitKey: word,
  counter: '7',
  kind: 'single-token',
}
const fields = Object.keys(order).filter((name) => name !== 'kind')
const oddities: readonly unknown[] = [
  ...[undefined, null, '', '0x', '0X12', '01', '-1', ' 1', '1.0', 1.5, -1, 2 ** 53, '1e3', `${2n ** 256n}`],
  ...[address.slice(2), `${word}0`, [], {}, Array.from({ length: 33 }, () => order.offer[0])],
]

test('numbers in decimal, hex and JSON become bigint, hex is lower-cased, and unknown keys are dropped', () => {
  const [given, wanted] = [
    address.toLowerCase(),
    { identifierOrCriteria: 1n, startAmount: 1n, endAmount: 1n },
  ]
  expect(readOrder(order)).toEqual({
    offerer: given,
    zone: given,
    offer: [{ itemType: 2, token: given, ...wanted }],
    consideration: [{ itemType: 0, token: given, ...wanted, recipient: given }],
    orderType: 1,
    startTime: 1n,
    endTime: 2n,
    zoneHash: word.toLowerCase(),
    salt: BigInt(word),
    conduitKey: word.toLowerCase(),
    counter: 7n,
  })
})

test('an odd value is rejected with the name of its field', () => {
  for (const name of fields)
    for (const odd of oddities) {
      if (Array.isArray(odd) && odd.length === 0 && Array.isArray(order[name as 'offer'])) continue
      expect(() => readOrder({ ...order, [name]: odd }), `${name}: ${JSON.stringify(odd)}`).toThrow(
        new RegExp(`"${name}`),
      )
    }
})

test('an order with any value in any field is read, or the field is named', () => {
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.anything(), (name, odd) => {
      try {
        readOrder({ ...order, [name]: odd })
      } catch (error) {
        expect(error).toBeInstanceOf(ParseError)
        expect((error as ParseError).path.split('.')[0]).toBe(name)
      }
    }),
  )
})

const posted = (merkleProof: readonly string[]) => ({
  order: { kind: 'seaport-v1.6', data: { ...order, signature: '0xABcd' } },
  bulkData: { kind: 'seaport-v1.6', data: { orderIndex: 1, merkleProof } },
})
const post = (count: number, nodes: number) =>
  parse(
    orderV4Body,
    { items: Array.from({ length: count }, () => posted(Array.from({ length: nodes }, () => word))) },
    'The request',
  )

test('a post holds from 1 to 1,000 orders, each with a proof of at most 24 nodes', () => {
  expect(post(1, 24).items[0]?.order.data.signature).toBe('0xabcd')
  expect(post(1000, 0).items).toHaveLength(1000)
  for (const [count, nodes] of [
    [0, 0],
    [1001, 0],
    [1, 25],
  ] as const)
    expect(() => post(count, nodes)).toThrow(ParseError)
})
