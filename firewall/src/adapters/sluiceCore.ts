import { acceptOffers, buyTokens, createClient, listTokens, transferTokens, viemWallet } from '@sluice/core'
import { createWalletClient, http } from 'viem'
import type { Adapter, Setting } from '../adapter.ts'
import { packagesOf } from '../packagesOf.ts'
import { reservoir } from '../protocols/reservoir.ts'
import { buyOf, listOf, sellOf, transferOf } from '../reservoirPeer.ts'
import type { Scene } from '../scene.ts'

/** The chain as a host configures it. */
export const chainConfig = ({ chain, wrapped }: Scene, baseApiUrl: string) => ({
  id: chain.id,
  name: chain.name,
  baseApiUrl,
  rpcUrls: [chain.rpcUrl],
  blockTime: 100,
  wrappedNative: wrapped,
  conduits: [{ key: chain.contracts.conduitKey, address: chain.contracts.conduit }],
})

const open = ({ url, walletUrl, scene }: Setting) => ({
  client: createClient({ chains: [chainConfig(scene, url)], source: 'shop.example', pollingInterval: 50 }),
  wallet: viemWallet(createWalletClient({ account: scene.user, transport: http(walletUrl) })),
})

const name = '@sluice/core'
export const adapter: Adapter = {
  name,
  version: packagesOf('firewall').versionOf(name),
  protocol: reservoir,
  driven:
    '`buyTokens` and `acceptOffers` with `expectedPrice`, `listTokens` and `transferTokens`, with a node of the chain and no `confirm`.',
  actions: {
    buy: {
      says: ['token', 'price'],
      run: (setting) => {
        const { client, wallet } = open(setting)
        return buyTokens(client, { wallet, ...buyOf(setting.scene) }).result()
      },
    },
    sell: {
      says: ['token', 'price'],
      run: (setting) => {
        const { client, wallet } = open(setting)
        return acceptOffers(client, { wallet, ...sellOf(setting.scene) }).result()
      },
    },
    transfer: {
      says: ['token', 'recipient'],
      run: (setting) => {
        const { client, wallet } = open(setting)
        return transferTokens(client, { wallet, ...transferOf(setting.scene) }).result()
      },
    },
    list: {
      says: ['token', 'price', 'currency', 'times'],
      run: (setting) => {
        const { client, wallet } = open(setting)
        return listTokens(client, {
          wallet,
          ...listOf(setting.scene),
        }).result()
      },
    },
  },
  lacks: { swap: 'It trades tokens of collections.' },
}
