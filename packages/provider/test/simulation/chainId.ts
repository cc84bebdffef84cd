/** The world's chain. */
export const chainId = 31_337
