import { readFileSync } from 'node:fs'
import { getBulkOrderTree } from '@opensea/seaport-js/lib/utils/eip712/bulk-orders.js'
import { MerkleTree } from '@opensea/seaport-js/lib/utils/merkletree.js'
import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  bulkDigest,
  bulkTree,
  criteriaTree,
  decodeCall,
  type OrderComponents,
  openseaConduit,
  orderHash,
  recoverSigner,
  seaportAddress,
  seaportDomain,
  signedComponents,
} from '../src/index.ts'
import { anOrder, uint256 } from './arbitraries.ts'

/** Requests and answers of the provider protocol, made with another implementation; all names are made up. */
type Reference = {
  readonly calls: readonly {
    readonly case: string
    readonly to: Address
    readonly data: Hex
    readonly value?: Hex
    readonly orderIds: readonly Hex[]
  }[]
  readonly approvals: readonly { readonly data: Hex }[]
  readonly bulk: {
    readonly chainId: number
    readonly signature: Hex
    readonly orders: readonly {
      readonly orderId: Hex
      readonly index: number
      readonly proof: readonly Hex[]
      readonly components: Record<string, unknown>
    }[]
  }
}
const reference: Reference = JSON.parse(
  readFileSync(new URL('./fixtures/reference.json', import.meta.url), 'utf8'),
)
const numbers = new Set([
  'identifierOrCriteria',
  'startAmount',
  'endAmount',
  'startTime',
  'endTime',
  'salt',
  'counter',
])
const componentsOf = (json: unknown): OrderComponents =>
  JSON.parse(JSON.stringify(json), (key, value) => (numbers.has(key) ? BigInt(value) : value))
const plain = (order: OrderComponents) =>
  JSON.parse(JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? value.toString() : value)))

describe('calls of another provider', () => {
  test.each(reference.calls)('$case: read, and of the orders it names', ({ to, data, orderIds }) => {
    expect(to).toBe(seaportAddress['1.6'])
    const { call } = decodeCall(data)
    const ids = () => {
      switch (call.name) {
        case 'fulfillAdvancedOrder':
          return [orderHash(signedComponents(call.order, 0n))]
        case 'matchAdvancedOrders':
          return [orderHash(signedComponents(call.orders[0]!, 0n))]
        case 'cancel':
          return call.orders.map((order) => orderHash(order))
        case 'incrementCounter':
          return []
        default:
          throw new Error(call.name)
      }
    }
    expect(ids()).toEqual(orderIds)
  })

  test('its fee on top is told apart from what the maker signed, and the value pays both', () => {
    const [first] = reference.calls
    const { call, suffix } = decodeCall(first!.data)
    if (call.name !== 'fulfillAdvancedOrder') throw new Error(call.name)
    const { components, originalItems } = call.order
    expect(components.consideration.length).toBeGreaterThan(originalItems)
    expect(components.consideration.reduce((sum, item) => sum + item.startAmount, 0n)).toBe(
      BigInt(first!.value!),
    )
    expect(suffix).toMatch(/^0x1d4da48b[0-9a-f]{8}$/)
  })

  test('its approvals name the conduit', () => {
    const [erc20, nft] = reference.approvals.map(({ data }) => decodeCall(data).call)
    expect(erc20).toEqual({ name: 'approve', spender: openseaConduit, amount: 2n ** 256n - 1n })
    expect(nft).toEqual({ name: 'setApprovalForAll', operator: openseaConduit, approved: true })
  })

  test('its bulk signature covers the tree that we build of the same orders', async () => {
    const { bulk } = reference
    const orders = bulk.orders.map(({ components }) => componentsOf(components))
    const tree = bulkTree(orders)
    expect(tree.hashes).toEqual(bulk.orders.map(({ orderId }) => orderId))
    for (const { index, proof, orderId } of bulk.orders) {
      expect(tree.proof(index)).toEqual(proof)
      const digest = bulkDigest(seaportDomain(bulk.chainId, '1.6'), orderId, index, proof)
      expect(await recoverSigner(digest, bulk.signature)).toBe(orders[index]!.offerer)
    }
  })
})

describe('seaport-js', () => {
  test('builds the same bulk tree: same root, same proofs', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { minLength: 2, maxLength: 6 }), (orders) => {
        const ours = bulkTree(orders)
        const theirs = getBulkOrderTree(orders.map(plain))
        expect(ours.root).toBe(`0x${theirs.tree.getHexRoot().slice(2)}`)
        orders.forEach((_, index) => {
          expect(ours.proof(index)).toEqual(theirs.getProof(index).proof)
        })
      }),
      { numRuns: 6 },
    )
  })

  test('proves the same token ids under the same root', () => {
    fc.assert(
      fc.property(fc.uniqueArray(uint256, { minLength: 1, maxLength: 17 }), (ids) => {
        const ours = criteriaTree(ids)
        const theirs = new MerkleTree(ids.map(String))
        expect(ours.root).toBe(theirs.getRoot())
        for (const id of ids) expect(ours.proof(id)).toEqual(theirs.getProof(String(id)))
      }),
      { numRuns: 30 },
    )
  })
})
