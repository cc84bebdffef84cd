import { createRequire } from 'node:module'
import {
  buildListing,
  createOrderHasher,
  keccak,
  type OrderComponents,
  type SeaportDomain,
  wasmKeccak,
} from '@sluice/seaport'
import { type Address, type Hex, hexToBytes, stringify, zeroAddress } from 'viem'

type Native = {
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

export type Maker = { readonly address: Address; readonly key: Uint8Array }
export type SignedOrder = { readonly components: OrderComponents; readonly signature: Hex }

const hash = wasmKeccak() ?? keccak
const native = (): Native =>
  createRequire(import.meta.resolve('@sluice/provider'))('secp256k1/bindings') as Native

/** Accounts whose keys have no value anywhere. */
export function makers(count: number): readonly Maker[] {
  const secp = native()
  return Array.from({ length: count }, (_, index) => {
    const key = hash(new TextEncoder().encode(`bench maker ${index}`))
    const address = hash(secp.publicKeyCreate(key, false).slice(1)).slice(12)
    return { key, address: `0x${Buffer.from(address).toString('hex')}` as Address }
  })
}

/** Listings of `token`, a new order each, with two fees; signed by `accounts` in turn. */
export function signedOrders(
  accounts: readonly Maker[],
  count: number,
  terms: {
    readonly domain: SeaportDomain
    readonly token: Address
    readonly conduitKey: Hex
    readonly first?: number
  },
): readonly SignedOrder[] {
  const secp = native()
  const hasher = createOrderHasher(hash)
  const now = BigInt(Math.floor(Date.now() / 1000))
  return Array.from({ length: count }, (_, index) => {
    const at = (terms.first ?? 0) + index
    const maker = accounts[at % accounts.length] as Maker
    const components = buildListing({
      maker: maker.address,
      token: terms.token,
      tokenId: BigInt(at),
      kind: 'erc721',
      quantity: 1n,
      gross: 10n ** 18n + BigInt(at) * 10n ** 12n,
      currency: zeroAddress,
      fees: [
        { recipient: `0x${'33'.repeat(20)}`, bps: 250 },
        { recipient: `0x${'44'.repeat(20)}`, bps: 500 },
      ],
      startTime: now - 60n,
      endTime: now + 86_400n,
      salt: BigInt(at) + (1n << 200n),
      conduitKey: terms.conduitKey,
      counter: 0n,
    })
    const { signature, recid } = secp.ecdsaSign(
      hexToBytes(hasher.orderDigest(terms.domain, components)),
      maker.key,
    )
    const text = Buffer.from(signature).toString('hex')
    return { components, signature: `0x${text}${(27 + recid).toString(16)}` as Hex }
  })
}

/** An order as clients post it. */
export const postedJson = ({ components, signature }: SignedOrder): object => ({
  kind: 'seaport-v1.6',
  data: JSON.parse(stringify({ ...components, signature })),
})
