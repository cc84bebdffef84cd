import type { Delays } from './scriptedMarket.ts'

/** Somebody who makes one and the same trade on a scripted market: our client, published ones, and the least that are possible. */
export type Trader = {
  /** From the request for a plan until the client says that it is done. */
  trade(delays: Delays): Promise<void>
  /** Forgets what is kept on purpose, so that only what leaks is left. */
  forget?(): Promise<void>
}
