import type { Address, Hex } from 'viem'
import { bytesToHex, hexToBytes } from '../encoding/word.ts'
import { lowerHex } from '../model/hex.ts'

/** Half the order of secp256k1: a signature with a higher `s` is malleable and is rejected (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export type SignatureParts = { readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 }

/**
 * Reads a signature of 64 bytes (EIP-2098) or of 65 with a last byte of 0, 1, 27 or 28; `undefined` for
 * anything else or a malleable one.
 *
 * @example
 * ```ts
 * const { r, s, yParity } = signatureParts(signature) ?? {}
 * ```
 */
export function signatureParts(signature: Hex): SignatureParts | undefined {
  if (!/^0x(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/.test(signature)) return undefined
  const bytes = hexToBytes(signature)
  const r = bytesToHex(bytes.subarray(0, 32))
  const last = bytes[64]
  // The compact form keeps the parity in the highest bit of s.
  const v = last ?? bytes[32]! >> 7
  if (last === undefined) bytes[32]! &= 0x7f
  const s = bytesToHex(bytes.subarray(32, 64))
  if (BigInt(s) > halfOrder || ![0, 1, 27, 28].includes(v)) return undefined
  return { r, s, yParity: v % 27 === 0 ? 0 : 1 }
}

/**
 * Returns the account that signed `digest`, in lower case, or `undefined` if the signature is invalid. The recovery
 * code is loaded on first use, because it is larger than the rest of this package.
 *
 * @example
 * ```ts
 * const signer = await recoverSigner(orderDigest(domain, components), signature)
 * ```
 */
export async function recoverSigner(digest: Hex, signature: Hex): Promise<Address | undefined> {
  const parts = signatureParts(signature)
  if (parts === undefined) return undefined
  const { recoverAddress } = await import('viem/utils')
  try {
    return lowerHex(await recoverAddress({ hash: digest, signature: parts }))
  } catch {
    // The curve rejects r or s: no key produces these bytes.
    return undefined
  }
}
