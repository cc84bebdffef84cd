import { type Address, type Hex, zeroHash } from 'viem'
import type { GuardContext } from './guardContext.ts'

/** Returns the address that moves tokens for a conduit key, or `undefined` for an unknown key. */
export function spenderOf(context: GuardContext, conduitKey: Hex, seaport: Address): Address | undefined {
  if (conduitKey === zeroHash) return context.policy.seaportDirect ? seaport : undefined
  return context.spenders.get(conduitKey)
}

/** Returns every address that this chain and policy allow to move tokens. */
export function allSpenders(context: GuardContext): readonly Address[] {
  const direct = context.policy.seaportDirect ? [...context.seaports.keys()] : []
  return [...context.spenders.values(), ...direct]
}
