import { type Address, type Hex, zeroHash } from 'viem'
import type { Judgement } from './guardContext.ts'

/** The address that moves tokens for a conduit key, or `undefined` for a key nobody listed. */
export function spenderOf(judgement: Judgement, conduitKey: Hex, seaport: Address): Address | undefined {
  if (conduitKey === zeroHash) return judgement.policy.seaportDirect ? seaport : undefined
  return judgement.spenders.get(conduitKey)
}

/** Every address that this chain and policy let move tokens. */
export function allSpenders(judgement: Judgement): readonly Address[] {
  const direct = judgement.policy.seaportDirect ? [...judgement.seaports.keys()] : []
  return [...judgement.spenders.values(), ...direct]
}
