import { type Address, zeroAddress } from 'viem'

/** The price of one whole token, by the lower-case code of a fiat currency and the address of the token. */
export type FixedRates = Readonly<Record<string, Readonly<Record<Address, number>>>>

/** Returns sample rates for a local chain. Its currencies have no real value. */
export const sampleRates = ({ usdc }: { readonly usdc: Address }): FixedRates => ({
  usd: { [zeroAddress]: 2_500, [usdc]: 1 },
  eur: { [zeroAddress]: 2_300, [usdc]: 0.92 },
  gbp: { [zeroAddress]: 1_950, [usdc]: 0.78 },
  jpy: { [zeroAddress]: 375_000, [usdc]: 150 },
})
