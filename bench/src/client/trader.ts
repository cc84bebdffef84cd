import type { Wallet } from '@sluice/core'
import { account, type Delays, type ScriptedMarket } from './scriptedMarket.ts'

/** Makes the same trade on a scripted market again and again: our client, published ones, and the smallest possible ones. */
export type Trader = {
  /** From the request for a plan until the client reports completion. */
  trade(delays: Delays): Promise<void>
  /** Drops what is kept on purpose, so that only leaks remain. */
  forget?(): Promise<void>
}

/** A wallet that answers at once; `delays` determines when its transactions are mined and seen. */
export function instantWallet(market: ScriptedMarket, delays: () => Delays): Wallet {
  return {
    address: async () => account,
    chainId: async () => 1,
    switchChain: async () => undefined,
    sendTransaction: async () => market.send(delays()),
    signTypedData: async () => '0x',
  }
}
