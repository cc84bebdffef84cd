import type { Address } from 'viem'

/** What prices are stated in. */
export type Currency = {
  /** Zero address for the native coin. */
  readonly contract: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}
