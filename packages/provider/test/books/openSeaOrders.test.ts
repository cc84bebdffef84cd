import { buildBid, buildListing, criteriaRoot, keccak, orderId } from '@sluice/seaport'
import { zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { readJson } from '../../src/books/openSea/openSeaApi.ts'
import { readOrder, readPage } from '../../src/books/openSea/openSeaOrders.ts'
import { createTokenBucket } from '../../src/books/tokenBucket.ts'
import { orderJson } from '../../src/orders/orderJson.ts'

const place = { chain: 'base', seaport: `0x${'5e'.repeat(20)}`, keccak } as const
const token = `0x${'c3'.repeat(20)}` as const
const terms = {
  maker: `0x${'a1'.repeat(20)}`,
  gross: 10n ** 18n,
  quantity: 1n,
  fees: [],
  startTime: 1_700_000_000n,
  endTime: 1_900_000_000n,
  salt: 7n,
  conduitKey: zeroHash,
  counter: 0n,
} as const
const listing = buildListing({ ...terms, token, tokenId: 1n, kind: 'erc721', currency: zeroAddress })
const bid = (root: bigint) => buildBid({ ...terms, currency: token, target: { kind: 'erc721', token, root } })
const entry = (components: typeof listing, more: object = {}) => ({
  order_hash: orderId(components),
  chain: 'base',
  protocol_address: place.seaport,
  protocol_data: { parameters: orderJson(components), signature: null },
  status: 'ACTIVE',
  ...more,
})
const criteria = (encoded: string, traits: object[] = []) => ({
  criteria: { encoded_token_ids: encoded, traits },
})

describe('an entry of OpenSea', () => {
  test('is read with its components, and without the signature that lists leave out', () => {
    expect(readOrder(entry(listing), place)).toEqual({
      id: orderId(listing),
      seaport: place.seaport,
      components: listing,
      signature: undefined,
      tokenIds: undefined,
      isOpen: true,
    })
    expect(readOrder(entry(listing, { status: 'CANCELLED' }), place)?.isOpen).toBe(false)
  })

  test('of another chain, or without what an order needs, is left out, and the others of its page are read', async () => {
    const broken = [entry(listing, { chain: 'ethereum' }), { order_hash: '0x' }, null, []]
    const page = await readPage([...broken, entry(listing)], '', place)
    expect([page.orders.length, page.unreadable, page.next]).toEqual([1, 4, undefined])
  })

  test('that is an offer says which tokens it is for, or is left out', () => {
    const trait = [{ type: 'Palette', value: 'Dawn' }]
    const read = (root: bigint, more: object) => readOrder(entry(bid(root) as never, more), place)
    const root = BigInt(criteriaRoot([4n, 5n, 9n]))
    expect(read(0n, criteria('*'))?.tokenIds).toBeUndefined()
    expect(read(0n, criteria('4:5,9', trait))?.tokenIds).toEqual([4n, 5n, 9n])
    expect(read(root, criteria('4:5,9'))?.tokenIds).toEqual([4n, 5n, 9n])
    for (const [of, encoded] of [
      [0n, '*'],
      [0n, ''],
      [0n, '1:99999999999'],
      [0n, '5:4'],
      [0n, 'all'],
      [root, '4,5'],
    ] as const)
      expect(read(of, criteria(encoded, trait))).toBeUndefined()
  })
})

test('whole numbers of any size are read from JSON as they are', () => {
  expect(
    readJson('{"a":9999000000000000000000,"b":"x:1234567890123456789,","c":12,"d":[-12345678901234567890]}'),
  ).toEqual({
    a: '9999000000000000000000',
    b: 'x:1234567890123456789,',
    c: 12,
    d: ['-12345678901234567890'],
  })
  expect(readJson('{"a":[1.5,{"b":null}]}')).toEqual({ a: [1.5, { b: null }] })
})

test('requests go as fast as a book allows, and not at all while it asks to wait', async () => {
  const bucket = createTokenBucket(2, 3, () => 0)
  for (let sent = 0; sent < 3; sent += 1) expect(await bucket.take(0)).toBe(true)
  expect(await bucket.take(499)).toBe(false)
  bucket.pause(60_000)
  expect(await bucket.take(59_999)).toBe(false)
})
