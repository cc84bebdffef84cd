import type { Wallet } from '@sluice/core'
import { account, type Delays, type ScriptedMarket } from './scriptedMarket.ts'

/** Somebody who makes one and the same trade on a scripted market: our client, published ones, and the least that are possible. */
export type Trader = {
  /** From the request for a plan until the client says that it is done. */
  trade(delays: Delays): Promise<void>
  /** Forgets what is kept on purpose, so that only what leaks is left. */
  forget?(): Promise<void>
}

/** A wallet that answers at once; `delays` says what becomes of what it sends. */
export function instantWallet(market: ScriptedMarket, delays: () => Delays): Wallet {
  return {
    address: async () => account,
    chainId: async () => 1,
    switchChain: async () => undefined,
    sendTransaction: async () => market.send(delays()),
    signTypedData: async () => '0x',
  }
}
