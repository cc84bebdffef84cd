import { type Hex, keccak256 } from 'viem'
import { bytes32, type Codec, tuple, uint256 } from '../encoding/codec.ts'
import { considerationItem, offerItem, orderHead } from '../encoding/functions.ts'
import type { OrderComponents } from '../model/types.ts'
import { considerationItemTypeHash, offerItemTypeHash, orderTypeHash } from './typeHashes.ts'

/** The struct to hash: each list is replaced by the hash of the hashes of its items. */
const hashed = /* @__PURE__ */ tuple({
  ...orderHead,
  offer: bytes32,
  consideration: bytes32,
  counter: uint256,
})

const hashOf = <TValue>(typeHash: Hex, codec: Codec<TValue>, value: TValue): Hex =>
  keccak256(`${typeHash}${codec.encode(value)}`)
const joined = (hashes: readonly Hex[]): Hex => keccak256(`0x${hashes.map((hash) => hash.slice(2)).join('')}`)

/**
 * Returns the id of an order: its EIP-712 struct hash, like `orderHash`. It uses only the codec and viem's keccak,
 * which a page has anyway. For many orders use `createOrderHasher`.
 *
 * @example
 * ```ts
 * orderId(components) === orderHash(components) // true
 * ```
 */
export const orderId = (components: OrderComponents): Hex =>
  hashOf(orderTypeHash, hashed, {
    ...components,
    offer: joined(components.offer.map((item) => hashOf(offerItemTypeHash, offerItem, item))),
    consideration: joined(
      components.consideration.map((item) => hashOf(considerationItemTypeHash, considerationItem, item)),
    ),
  })

/**
 * Whether `proof` leads from `id` to `root` (CriteriaResolution.sol): pairs are sorted.
 *
 * @example
 * ```ts
 * provesCriteria(BigInt(criteriaRoot([7n, 42n])), 42n, criteriaProof([7n, 42n], 42n)) // true
 * ```
 */
export const provesCriteria = (root: bigint, id: bigint, proof: readonly Hex[]): boolean =>
  BigInt(
    proof.reduce((node, sibling) => joined([node, sibling].sort()), keccak256(`0x${uint256.encode(id)}`)),
  ) === root
