import type { Chain, PaymentToken } from '@sluice/core'

/**
 * Symbol and decimals of a currency. Those of the chain's configuration win: a provider that lies about decimals would
 * change what a price looks like.
 */
export function currencyOf(
  chain: Chain,
  address: `0x${string}`,
  fallback?: {
    readonly symbol?: string | null | undefined
    readonly decimals?: number | null | undefined
  },
): Pick<PaymentToken, 'address' | 'symbol' | 'decimals'> {
  const known = chain.paymentTokens.find((token) => token.address === address)
  if (known !== undefined) return known
  return { address, symbol: fallback?.symbol ?? '?', decimals: fallback?.decimals ?? 18 }
}
