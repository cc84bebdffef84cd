import type { Hex } from 'viem'
import type { CallsStatus } from '../wallets/wallet.ts'

/** Returns whether the wallet has said how a batch ended. A batch that was carried out has at least one transaction. */
export const hasEnded = ({ state, hashes }: CallsStatus): boolean =>
  state !== 'pending' && (state !== 'confirmed' || hashes.length > 0)

/**
 * Returns the transaction of one call of a batch that has ended: one for all calls, or one for each. `undefined` for a
 * call that was not carried out.
 */
export function hashOfCall({ state, hashes }: CallsStatus, index: number): Hex | undefined {
  if (state === 'partial') return hashes[index]
  const [first] = hashes
  return hashes.length === 1 ? first : (hashes[index] ?? (state === 'confirmed' ? hashes.at(-1) : undefined))
}
