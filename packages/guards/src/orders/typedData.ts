import { isAddress, lowerHex } from '@sluice/seaport/hex'
import type { SignatureData } from '@sluice/wire'
import type { Address } from 'viem'
import { block } from '../context/findings.ts'
import type { GuardContext, SignatureEntry } from '../context/guardContext.ts'
import { isRecord } from '../model/isRecord.ts'
import { checkMessage } from '../unexpected/message.ts'

type TypedDataJson = Extract<NonNullable<SignatureData['sign']>, { signatureKind: 'eip712' }>

/** Returns the typed data (EIP-712) that the provider wants signed. Blocks a request without it, and checks a text. */
export function readTypedData(context: GuardContext, entry: SignatureEntry): TypedDataJson | undefined {
  const { sign } = entry.data
  if (sign == null) return block(context, 'SHAPE_SIGN', `${entry.path}.data.sign`)
  return sign.signatureKind === 'eip191' ? checkMessage(context, entry, sign.message) : sign
}

/** Returns the contract that typed data is for, in lower case. */
export const contractOf = (domain: unknown): Address | undefined =>
  isRecord(domain) && isAddress(domain.verifyingContract) ? lowerHex(domain.verifyingContract) : undefined

/** Returns whether a domain has these values, a contract, and no other field. */
export const sameDomain = (
  domain: unknown,
  expected: { readonly name: string; readonly version: string; readonly chainId: number },
): boolean =>
  isRecord(domain) &&
  Object.keys(domain).length === 4 &&
  contractOf(domain) !== undefined &&
  domain.name === expected.name &&
  domain.version === expected.version &&
  domain.chainId === expected.chainId
