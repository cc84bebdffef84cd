import { readFileSync } from 'node:fs'
import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  bulkDigest,
  bulkTree,
  decodeCall,
  type OrderComponents,
  openseaConduit,
  orderHash,
  recoverSigner,
  seaportAddress,
  seaportDomain,
  signedComponents,
} from '../src/index.ts'

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

  test('have their fee on top apart from what the maker signed, and the value pays both', () => {
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

  test('have approvals that name the conduit', () => {
    const [erc20, nft] = reference.approvals.map(({ data }) => decodeCall(data).call)
    expect(erc20).toEqual({ name: 'approve', spender: openseaConduit, amount: 2n ** 256n - 1n })
    expect(nft).toEqual({ name: 'setApprovalForAll', operator: openseaConduit, approved: true })
  })

  test('have a bulk signature that covers the tree that we build of the same orders', async () => {
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
