import { type Address, zeroAddress } from 'viem'

/** What one whole coin is worth, by the lower-case code of a reader's currency and the address of the coin. */
export type FixedRates = Readonly<Record<string, Readonly<Record<Address, number>>>>

/** Fixed rates for a local chain, whose coins are worth nothing: samples, and no market's prices. */
export const sampleRates = ({ usdc }: { readonly usdc: Address }): FixedRates => ({
  usd: { [zeroAddress]: 2_500, [usdc]: 1 },
  eur: { [zeroAddress]: 2_300, [usdc]: 0.92 },
  gbp: { [zeroAddress]: 1_950, [usdc]: 0.78 },
  jpy: { [zeroAddress]: 375_000, [usdc]: 150 },
})
