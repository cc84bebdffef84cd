import { browserStorage, createClient, type Wallet } from '@sluice/core'
import { base } from '@sluice/core/chains'

/** The client and the wallet of the other examples: one chain, and the wallet that the host has. */
export const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  storage: browserStorage(),
})
export declare const wallet: Wallet
