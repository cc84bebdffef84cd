import type { Money } from '@sluice/react'
import { Prices } from '@sluice/react/components'

const totals: readonly Money[] = [
  { amount: 1_250_000_000_000_000_000n, currency: `0x${'0'.repeat(40)}`, symbol: 'ETH', decimals: 18 },
  {
    amount: 40_000_000n,
    currency: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    symbol: 'USDC',
    decimals: 6,
  },
]

/** Amounts of several currencies, never added up: 1.25 ETH + 40 USDC. */
export const Sum = () => <Prices of={totals} exact />
