import { recoverSigner, signatureParts } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, size } from 'viem'
import type { ChainReader } from './chainReader.ts'
import { readWord, selectors } from './reads.ts'

/** What ends a signature of an account that is not deployed yet (ERC-6492). */
const undeployedMark = '6492'.repeat(16)

export const isUndeployed = (signature: Hex): boolean => signature.toLowerCase().endsWith(undeployedMark)

/**
 * Returns a valid signature of the account in the form that Seaport reads: `r`, `s` and a `v` of 27 or 28 from a key, the
 * inner signature if it was wrapped for an account that is not deployed yet (ERC-6492). `undefined` if neither the key
 * nor the account's code (EIP-1271) accepts it.
 */
export async function verifiedSignature(
  reader: ChainReader | undefined,
  account: Address,
  digest: Hex,
  answered: Hex,
): Promise<Hex | undefined> {
  const parts = signatureParts(answered)
  if (parts !== undefined && (await recoverSigner(digest, answered)) === account)
    return `${parts.r}${parts.s.slice(2)}${parts.yParity === 0 ? '1b' : '1c'}`
  if (reader === undefined) return undefined
  const signature = isUndeployed(answered) ? unwrapped(answered) : answered
  const answer = await readWord(reader, account, isValidSignatureData(digest, signature))
  const valid = answer !== undefined && answer >> 224n === BigInt(selectors.isValidSignature)
  return valid ? signature : undefined
}

/** The account's own signature inside an ERC-6492 wrapping `(address factory, bytes call, bytes signature)`. */
function unwrapped(signature: Hex): Hex {
  const word = (offset: number) => Number(`0x${signature.slice(2 + offset * 2, 66 + offset * 2)}`)
  const start = word(64)
  const length = word(start)
  const bytes = signature.slice(66 + start * 2, 66 + (start + length) * 2)
  return Number.isSafeInteger(length) && bytes.length === length * 2 ? `0x${bytes}` : signature
}

/** `isValidSignature(bytes32,bytes)`. */
function isValidSignatureData(digest: Hex, signature: Hex): Hex {
  const bytes = signature.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)
  return `${selectors.isValidSignature}${digest.slice(2)}${word(64)}${word(size(signature))}${padded}`
}
