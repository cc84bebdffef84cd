import { Seaport } from '@opensea/seaport-js'
import { JsonRpcProvider, TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { createKeccak } from 'hash-wasm'
import { hashStruct, hashTypedData, keccak256, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { orderTypeString } from '../src/hash.ts'
import {
  bulkDigest,
  bulkOrderHash,
  bulkRoot,
  bulkSignature,
  bulkTree,
  bulkTypedData,
  conduitAddress,
  criteriaProof,
  criteriaRoot,
  domainSeparator,
  openseaConduit,
  openseaConduit2,
  openseaConduit2Key,
  openseaConduitKey,
  orderDigest,
  orderHash,
  orderTypedData,
  seaportDomain,
  splitBulkSignature,
  verifyCriteria,
} from '../src/index.ts'
import { orderTypes } from '../src/typedData.ts'
import { anOrder, uint256 } from './arbitraries.ts'

const domain = seaportDomain(1, '1.6')
const mutable = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T
const ethersTypes = () => mutable(orderTypes) as unknown as Record<string, { name: string; type: string }[]>

test('the order type hash and the domain separators are the published ones', () => {
  expect(keccak256(stringToHex(orderTypeString))).toBe(
    '0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f',
  )
  expect(domainSeparator(domain)).toMatch(/^0xfce34bc6.*ba64$/)
  expect(domainSeparator(seaportDomain(1, '1.5'))).toMatch(/^0x0d725b53.*eab3c$/)
})

test('conduit addresses follow from their keys', () => {
  expect(conduitAddress(openseaConduitKey)).toBe(openseaConduit)
  expect(conduitAddress(openseaConduit2Key)).toBe(openseaConduit2)
})

describe('order hash', () => {
  test('default: two independent encoders agree with ours on any order', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        const ours = orderHash(order)
        expect(ours).toBe(
          hashStruct({ data: order as never, types: orderTypes, primaryType: 'OrderComponents' }),
        )
        expect(ours).toBe(TypedDataEncoder.hashStruct('OrderComponents', ethersTypes(), order))
      }),
      { numRuns: 60 },
    )
  })

  test('a faster keccak gives the same hash', async () => {
    const wasm = await createKeccak(256)
    const keccak = (bytes: Uint8Array) => wasm.init().update(bytes).digest('binary')
    fc.assert(
      fc.property(anOrder, (order) => orderHash(order, keccak) === orderHash(order)),
      { numRuns: 60 },
    )
  })

  test('the digest is what a wallet signs', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        expect(orderDigest(domain, order)).toBe(hashTypedData(orderTypedData(domain, order) as never))
      }),
      { numRuns: 30 },
    )
  })
})

describe('bulk orders', () => {
  test('each proof leads to the digest that the one signature covers', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { minLength: 2, maxLength: 9 }), (orders) => {
        const tree = bulkTree(orders)
        const digest = hashTypedData(bulkTypedData(domain, orders) as never)
        orders.forEach((order, index) => {
          const proof = tree.proof(index)
          expect(bulkRoot(orderHash(order), index, proof)).toBe(tree.root)
          expect(bulkDigest(domain, orderHash(order), index, proof)).toBe(digest)
        })
      }),
      { numRuns: 15 },
    )
  })

  test.each([64, 65])('a bulk signature of %i bytes comes apart as it was put together', (length) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 23 }),
        fc.integer({ min: 0, max: 2 ** 24 - 1 }),
        (height, index) => {
          const signature = `0x${'ab'.repeat(length)}` as const
          const proof = Array.from(
            { length: height },
            (_, depth) => `0x${depth.toString(16).padStart(64, '0')}` as const,
          )
          expect(splitBulkSignature(bulkSignature(signature, index, proof))).toEqual({
            signature,
            index,
            proof,
          })
        },
      ),
    )
    expect(splitBulkSignature(`0x${'ab'.repeat(length)}`)).toBeUndefined()
  })

  test('heights up to 24 have the type hash of their own type string', () => {
    const root = `0x${'11'.repeat(32)}` as const
    expect(new Set([1, 2, 7, 24].map((height) => bulkOrderHash(height, root))).size).toBe(4)
  })
})

test('seaport-js gives every order the same id', () => {
  const peer = new Seaport(new JsonRpcProvider('http://127.0.0.1:1', 1, { staticNetwork: true }) as never)
  fc.assert(
    fc.property(anOrder, (order) => {
      const plain = JSON.parse(
        JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
      )
      expect(peer.getOrderHash(plain)).toBe(orderHash(order))
    }),
    { numRuns: 20 },
  )
})

test('every id of a list is proven under its root, and no other id is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(uint256, { minLength: 1, maxLength: 20 }), uint256, (ids, stranger) => {
      const root = criteriaRoot(ids)
      for (const id of ids) expect(verifyCriteria(root, id, criteriaProof(ids, id))).toBe(true)
      if (!ids.includes(stranger)) {
        expect(() => criteriaProof(ids, stranger)).toThrow()
        expect(verifyCriteria(root, stranger, criteriaProof(ids, ids[0] as bigint))).toBe(false)
      }
    }),
  )
  expect(() => criteriaRoot([])).toThrow()
})
