import type { Chain, PaymentToken } from '@sluice/core'

/**
 * Symbol and decimals of a currency. Those of the configuration win: a provider that lies about decimals
 * would change what a price looks like.
 */
export function currencyOf(
  chain: Chain,
  address: `0x${string}`,
  told?: {
    readonly symbol?: string | null | undefined
    readonly decimals?: number | null | undefined
  },
): Pick<PaymentToken, 'address' | 'symbol' | 'decimals'> {
  const known = chain.paymentTokens.find((token) => token.address === address)
  if (known !== undefined) return known
  return { address, symbol: told?.symbol ?? '?', decimals: told?.decimals ?? 18 }
}
