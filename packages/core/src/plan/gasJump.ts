import type { Finding, Policy } from '@sluice/guards'
import type { Head } from '../chain/reads.ts'

/** How often the price of gas may multiply where the policy does not say it. */
const usual = 5

/**
 * Whether gas has become dearer than the policy allows since a card was shown at `shown` wei (the block's base
 * fee, EIP-1559). A chain without one, and a node that does not say it, leave the fee to the wallet.
 */
export function gasJump(
  { gas }: Policy,
  shown: bigint | undefined,
  { baseFee }: Partial<Head>,
): Finding | undefined {
  if (shown === undefined || shown === 0n || baseFee === undefined) return undefined
  const multiple = gas?.maxFeeMultiple ?? usual
  // Not "greater": a multiple that is no number allows nothing.
  if (Number(baseFee) <= Number(shown) * multiple) return undefined
  return {
    code: 'GAS_JUMP',
    severity: 'ask',
    path: 'facts.baseFee',
    expected: `${shown} wei`,
    actual: `${baseFee} wei`,
  }
}
