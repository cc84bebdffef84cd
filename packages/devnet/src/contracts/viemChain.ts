import type { Chain } from 'viem'

/** Returns a local chain as viem's clients take it. */
export const viemChain = ({
  id,
  name,
  rpcUrl,
}: {
  readonly id: number
  readonly name: string
  readonly rpcUrl: string
}): Chain => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})
