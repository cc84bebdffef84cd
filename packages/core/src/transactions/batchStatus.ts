import type { Hex } from 'viem'
import type { CallsStatus } from '../wallets/wallet.ts'

/** Whether the wallet has said how a batch ended: one that was carried out has a transaction, told now or soon. */
export const hasEnded = ({ state, hashes }: CallsStatus): boolean =>
  state !== 'pending' && (state !== 'confirmed' || hashes.length > 0)

/**
 * The transaction of one call of a batch that has ended: one for all of them, or one for each. A call without one
 * was not carried out, unless the wallet says that all were: then what it named shows it or does not.
 */
export function hashOfCall({ state, hashes }: CallsStatus, index: number): Hex | undefined {
  if (state === 'partial') return hashes[index]
  const [first] = hashes
  return hashes.length === 1 ? first : (hashes[index] ?? (state === 'confirmed' ? hashes.at(-1) : undefined))
}
