import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { keccak256 as ethersKeccak256, TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { createKeccak } from 'hash-wasm'
import { bytesToHex, concatHex, hashStruct, hashTypedData, keccak256, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { componentsType, considerationType, itemType, orderTypeString } from '../src/hashing/hashOrder.ts'
import { orderTypes } from '../src/hashing/typedData.ts'
import { considerationItemTypeHash, offerItemTypeHash, orderTypeHash } from '../src/hashing/typeHashes.ts'
import {
  bulkDigest,
  bulkOrderHash,
  bulkRoot,
  bulkSignature,
  bulkTree,
  bulkTypedData,
  createOrderHasher,
  criteriaProof,
  criteriaRoot,
  domainSeparator,
  keccak,
  type OrderComponents,
  orderDigest,
  orderHash,
  orderTypedData,
  provesCriteria,
  SeaportError,
  seaportDomain,
  splitBulkSignature,
  wasmKeccak,
} from '../src/index.ts'
import { anOrder, uint256 } from './arbitraries.ts'

const require = createRequire(import.meta.url)
const domain = seaportDomain(1, '1.6')
const other = seaportDomain(8453, '1.5')
const mutable = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T
const ethersTypes = () => mutable(orderTypes) as unknown as Record<string, { name: string; type: string }[]>

test('the order type hash and the domain separators are the published ones', () => {
  expect(keccak256(stringToHex(orderTypeString))).toBe(
    '0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f',
  )
  expect(domainSeparator(domain)).toMatch(/^0xfce34bc6.*ba64$/)
  expect(domainSeparator(seaportDomain(1, '1.5'))).toMatch(/^0x0d725b53.*eab3c$/)
})

test('the stored type hashes are those of the type strings', () => {
  expect(orderTypeHash).toBe(keccak256(stringToHex(orderTypeString)))
  expect(offerItemTypeHash).toBe(keccak256(stringToHex(itemType)))
  expect(considerationItemTypeHash).toBe(keccak256(stringToHex(considerationType)))
})

describe.each([
  ['plain', keccak],
  ['WebAssembly', wasmKeccak()!],
])('%s keccak', (_, hash) => {
  const sample = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255)

  test('agrees with another library at every block boundary', () => {
    for (let length = 0; length < 420; length++) {
      const bytes = sample(length)
      expect(bytesToHex(hash(bytes))).toBe(ethersKeccak256(bytes))
    }
  })

  test('accepts input larger than a page of memory, and keeps none of it', () => {
    for (const length of [64_887, 64_888, 64_889, 150_000]) {
      const bytes = sample(length)
      expect(bytesToHex(hash(bytes))).toBe(ethersKeccak256(bytes))
      expect(bytesToHex(hash(sample(5)))).toBe(ethersKeccak256(sample(5)))
    }
  })

  test('returns results that do not change later', () => {
    const first = hash(sample(3))
    const before = bytesToHex(first)
    hash(sample(200))
    expect(bytesToHex(first)).toBe(before)
  })
})

test('without WebAssembly the plain keccak is used', () => {
  const { WebAssembly: real } = globalThis as { WebAssembly?: unknown }
  const forbid = (value: unknown) =>
    Object.defineProperty(globalThis, 'WebAssembly', { value, configurable: true })
  try {
    forbid({
      Module: class {
        constructor() {
          throw new Error('Refused to compile: unsafe-eval')
        }
      },
    })
    expect(wasmKeccak()).toBeUndefined()
    forbid(undefined)
    expect(wasmKeccak()).toBeUndefined()
  } finally {
    forbid(real)
  }
  expect(wasmKeccak()).toBeDefined()
})

describe('an order hash', () => {
  test('agrees with two independent encoders for any order', () => {
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

  test('is the same with a faster keccak', async () => {
    const wasm = await createKeccak(256)
    const keccak = (bytes: Uint8Array) => wasm.init().update(bytes).digest('binary')
    fc.assert(
      fc.property(anOrder, (order) => orderHash(order, keccak) === orderHash(order)),
      { numRuns: 60 },
    )
  })

  test('does not exist for what no contract could hold, so that no two orders share one', () => {
    const [order] = fc.sample(anOrder, { numRuns: 1, seed: 5 }) as [OrderComponents]
    const item = {
      itemType: 1,
      token: order.zone,
      identifierOrCriteria: 1n,
      startAmount: 1n,
      endAmount: 1n,
    } as const
    const wrong: Partial<Record<keyof OrderComponents, unknown>>[] = [
      { salt: -1n },
      { salt: 1n << 256n },
      { counter: 1n << 300n },
      { offerer: '0x12' },
      { offerer: `${order.offerer}00` },
      { offerer: `0x${'zz'.repeat(20)}` },
      { zone: `0x${'\u0161\u0131'.repeat(20)}` },
      { zoneHash: `0x${'00'.repeat(31)}` },
      { conduitKey: order.conduitKey.slice(2) },
      { orderType: 256 },
      { orderType: -1 },
      { orderType: 0.5 },
      { offer: [{ ...item, startAmount: 1n << 256n }] },
      { offer: [{ ...item, token: '0x' }] },
    ]
    for (const change of wrong)
      expect(
        () => orderHash({ ...order, ...change } as OrderComponents),
        JSON.stringify(Object.keys(change)),
      ).toThrow(SeaportError)
  })

  test('is each order’s own with one hasher, whatever came before, even after an error', () => {
    const hasher = createOrderHasher()
    fc.assert(
      fc.property(fc.array(anOrder, { minLength: 1, maxLength: 5 }), (orders) => {
        for (const order of orders) {
          expect(hasher.orderHash(order)).toBe(orderHash(order))
          expect(() => hasher.orderHash({ ...order, zone: '0x12' })).toThrow(SeaportError)
          expect(hasher.orderDigest(domain, order)).toBe(orderDigest(domain, order))
          expect(hasher.orderDigest(other, order)).toBe(orderDigest(other, order))
        }
      }),
      { numRuns: 20 },
    )
  })

  test('gives the digest that a wallet signs', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        expect(orderDigest(domain, order)).toBe(hashTypedData(orderTypedData(domain, order)))
      }),
      { numRuns: 30 },
    )
  })
})

describe('bulk orders', () => {
  test('have proofs that lead to the digest that the one signature covers', () => {
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

  test.each([64, 65])('a bulk signature of %i bytes is split as it was joined', (length) => {
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

  test('have the contract’s type hash at every height up to 24', () => {
    const root = `0x${'11'.repeat(32)}` as const
    const constants = readFileSync(
      require.resolve('seaport-types/src/lib/ConsiderationConstants.sol'),
      'utf8',
    )
    for (let height = 1; height <= 24; height++) {
      const type = `BulkOrder(OrderComponents${'[2]'.repeat(height)} tree)${considerationType}${itemType}${componentsType}`
      expect(bulkOrderHash(height, root)).toBe(keccak256(concatHex([keccak256(stringToHex(type)), root])))
      expect(constants).toContain(keccak256(stringToHex(type)).slice(2))
    }
  })
})

test('every id of a list is proven under its root, and no other id is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(uint256, { minLength: 1, maxLength: 20 }), uint256, (ids, stranger) => {
      const root = criteriaRoot(ids)
      for (const id of ids) expect(provesCriteria(BigInt(root), id, criteriaProof(ids, id))).toBe(true)
      if (!ids.includes(stranger)) {
        expect(() => criteriaProof(ids, stranger)).toThrow()
        expect(provesCriteria(BigInt(root), stranger, criteriaProof(ids, ids[0] as bigint))).toBe(false)
      }
    }),
  )
  expect(() => criteriaRoot([])).toThrow()
})
