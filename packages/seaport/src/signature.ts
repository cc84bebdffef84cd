import { type Address, type Hex, hexToBigInt, recoverAddress, serializeSignature, size, slice } from 'viem'

/** Half the order of secp256k1: a signature with a higher `s` is malleable and refused (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export type SignatureParts = { readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 }

/** Reads a 64-byte (EIP-2098) or 65-byte signature; `undefined` for anything else or a malleable one. */
export function signatureParts(signature: Hex): SignatureParts | undefined {
  const length = size(signature)
  if (length !== 64 && length !== 65) return undefined
  const r = slice(signature, 0, 32)
  if (length === 64) {
    const packed = hexToBigInt(slice(signature, 32, 64))
    const s = packed & ((1n << 255n) - 1n)
    if (s > halfOrder) return undefined
    return { r, s: `0x${s.toString(16).padStart(64, '0')}`, yParity: packed >> 255n === 1n ? 1 : 0 }
  }
  const s = slice(signature, 32, 64)
  const v = Number(slice(signature, 64))
  if (hexToBigInt(s) > halfOrder || ![0, 1, 27, 28].includes(v)) return undefined
  return { r, s, yParity: (v % 27) as 0 | 1 }
}

/** The account whose key made `signature` over `digest`, lower-cased; `undefined` when it is no signature. */
export async function recoverSigner(digest: Hex, signature: Hex): Promise<Address | undefined> {
  const parts = signatureParts(signature)
  if (parts === undefined) return undefined
  try {
    const signer = await recoverAddress({ hash: digest, signature: serializeSignature(parts) })
    return signer.toLowerCase() as Address
  } catch {
    // The curve refuses r or s: no key made these bytes.
    return undefined
  }
}
