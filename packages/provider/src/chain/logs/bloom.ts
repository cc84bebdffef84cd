import { keccak, wasmKeccak } from '@sluice/seaport'
import type { Hex } from 'viem'

/** The three bits of a bloom that a value sets, of 2,048. */
type Bits = readonly [number, number, number]

function bitsIn(hash: Uint8Array): Bits {
  const bit = (at: number): number => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047
  return [bit(0), bit(2), bit(4)]
}

/** Bits of addresses and topics, each computed once. */
export type BloomBits = (value: Hex) => Bits

/** Values beyond this many are forgotten: topics of other people's logs must not fill the memory. */
const maxKnown = 20_000

export function createBloomBits(): BloomBits {
  const known = new Map<Hex, Bits>()
  const hash = wasmKeccak() ?? keccak
  return (value) => {
    const found = known.get(value)
    if (found !== undefined) return found
    const bits = bitsIn(hash(Buffer.from(value.slice(2), 'hex')))
    if (known.size >= maxKnown) known.clear()
    known.set(value, bits)
    return bits
  }
}

/** The bloom of a block, as its header writes it; one of a chain that keeps none is `undefined`. */
export function bloomOf(hex: Hex | null | undefined): Uint8Array | undefined {
  if (hex == null || !/^0x[0-9a-f]{512}$/i.test(hex)) return undefined
  return Buffer.from(hex.slice(2), 'hex')
}

const isSet = (bloom: Uint8Array, bit: number): boolean =>
  ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
export const isInBloom = (bloom: Uint8Array, bits: Bits): boolean =>
  isSet(bloom, bits[0]) && isSet(bloom, bits[1]) && isSet(bloom, bits[2])

/** How a bloom relates to another one: it has the same bits, fewer of them, or others. */
export function compareBlooms(one: Uint8Array, other: Uint8Array): 'same' | 'within' | 'beyond' {
  let isSame = true
  for (const [index, byte] of one.entries()) {
    const of = other[index] ?? 0
    if ((byte & ~of) !== 0) return 'beyond'
    if (byte !== of) isSame = false
  }
  return isSame ? 'same' : 'within'
}

/** The bloom of a block that has these logs and no others. */
export function bloomOfLogs(
  logs: readonly { readonly address: Hex; readonly topics: readonly Hex[] }[],
  bits: BloomBits,
): Uint8Array {
  const bloom = new Uint8Array(256)
  for (const { address, topics } of logs)
    for (const value of [address, ...topics])
      for (const bit of bits(value)) {
        const at = 255 - (bit >> 3)
        bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7))
      }
  return bloom
}
