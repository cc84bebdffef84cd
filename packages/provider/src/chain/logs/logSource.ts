import type { Address, Hex } from 'viem'

/** The fields of a header that concern the logs of its block. */
export type LogHeader = {
  readonly number: bigint | null
  readonly hash: Hex | null
  readonly logsBloom?: Hex | null
  readonly transactions: readonly unknown[]
}

/** A contract whose logs are read, and the first topics of its events: the bloom is checked for each pair. */
export type LogSource = { readonly address: Address; readonly topics: readonly Hex[] }

/** Topics by place, as nodes take them: one, any of several, or any at all. */
export type LogTopics = readonly (Hex | readonly Hex[] | null)[]
