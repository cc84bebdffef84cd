import type { ChainConfig } from '@sluice/core'

/** What a deployment would write down: a chain with its provider, and which pages may hold the frame. */
export type Setup = {
  readonly chain: ChainConfig
  /** A token that is for sale. */
  readonly token?: string
  /** The page connects the first wallet that announces itself. */
  readonly wallet?: 'first'
  /** Milliseconds between two looks at the chain. */
  readonly pollingInterval?: number
  readonly origins?: readonly string[]
}

export const setup = (): Setup => (globalThis as unknown as { setup: Setup }).setup
