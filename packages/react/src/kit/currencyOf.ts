import type { Chain, PaymentToken } from '@sluice/core'
import { shortAddress, zeroAddress } from './addresses.ts'
import { safeText } from './safeName.ts'

/** The address used for the chain's own coin. */
export const nativeCoin = zeroAddress

/** Characters of a symbol that is not from the chain's configuration. */
const most = 12

/**
 * Symbol and decimals of a currency. Those of the chain's configuration win: a provider that lies about decimals would
 * change what a price looks like. A currency that the chain does not list never shows a symbol alone: it is called
 * `ETH? 0x1234…abcd`, or `? 0x1234…abcd` if it has no name.
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
  if (address === nativeCoin) return { address, symbol: chain.nativeSymbol, decimals: 18 }
  const called = [...safeText(fallback?.symbol ?? '')].slice(0, most).join('').trim()
  return { address, symbol: `${called}? ${shortAddress(address)}`, decimals: fallback?.decimals ?? 18 }
}
