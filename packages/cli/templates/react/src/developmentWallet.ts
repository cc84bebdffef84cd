import { viemWallet, type Wallet } from '@sluice/core'
import { createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import market from '../market.json'

/** What `market.json` holds where the app was made for a local stack, and nowhere else. */
const { rpcUrl, developmentKey } = market as { readonly rpcUrl?: string; readonly developmentKey?: Hex }

/**
 * A funded account of the local stack, to try the app without an extension: it signs at once and asks nobody. Its key
 * is public. Delete this file, and the two lines of `market.json`, before anybody else sees the app.
 */
export function developmentWallet(): Wallet | undefined {
  if (rpcUrl === undefined || developmentKey === undefined) return undefined
  const chain = defineChain({
    id: Number(market.chainId),
    name: market.chainName,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return viemWallet(
    createWalletClient({ account: privateKeyToAccount(developmentKey), chain, transport: http() }),
  )
}
