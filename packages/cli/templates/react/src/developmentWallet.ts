import { viemWallet, type Wallet } from '@sluice/core'
import { createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chain, developmentKey } from './market.ts'

/**
 * A funded account of the local stack, to try the app without a wallet extension: it signs without a prompt. Its key
 * is public. Delete this file, and `developmentKey` in `market.json`, before anybody else sees the app.
 */
export function developmentWallet(): Wallet | undefined {
  const { id, name, nativeSymbol = 'ETH', rpcUrls = [] } = chain
  if (developmentKey === undefined || rpcUrls.length === 0) return undefined
  const local = defineChain({
    id,
    name,
    nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
    rpcUrls: { default: { http: rpcUrls } },
  })
  return viemWallet(
    createWalletClient({ account: privateKeyToAccount(developmentKey), chain: local, transport: http() }),
  )
}
