import { type Address, type Hex, zeroHash } from 'viem'
import type { GuardContext } from './guardContext.ts'

/** The address that moves tokens for a conduit key, or `undefined` for a key nobody listed. */
export function spenderOf(context: GuardContext, conduitKey: Hex, seaport: Address): Address | undefined {
  if (conduitKey === zeroHash) return context.policy.seaportDirect ? seaport : undefined
  return context.spenders.get(conduitKey)
}

/** Every address that this chain and policy let move tokens. */
export function allSpenders(context: GuardContext): readonly Address[] {
  const direct = context.policy.seaportDirect ? [...context.seaports.keys()] : []
  return [...context.spenders.values(), ...direct]
}
