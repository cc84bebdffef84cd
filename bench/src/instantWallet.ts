import type { Wallet } from '@sluice/core'
import { account, type Delays, type ScriptedMarket } from './scriptedMarket.ts'

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
