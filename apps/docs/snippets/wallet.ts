import { createClient, type Wallet } from '@sluice/core'
import { base } from '@sluice/core/chains'

/** What the other examples stand on: a client of one chain, and whatever wallet the host has. */
export const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
})
export declare const wallet: Wallet
