import { createClient } from '@sluice/reservoir'
import { createWalletClient, http } from 'viem'
import type { Adapter, Setting } from '../adapter.ts'
import { packagesOf } from '../packagesOf.ts'
import { reservoir } from '../protocols/reservoir.ts'
import { buyOf, listOf, sellOf, transferOf } from '../reservoirPeer.ts'
import { chainConfig } from './sluiceCore.ts'

const open = ({ url, walletUrl, scene }: Setting) => {
  const { actions } = createClient({
    chains: [chainConfig(scene, url)],
    source: 'shop.example',
    pollingInterval: 50,
  })
  return { actions, wallet: createWalletClient({ account: scene.user, transport: http(walletUrl) }) }
}

const name = '@sluice/reservoir'
export const adapter: Adapter = {
  name,
  version: packagesOf('firewall').versionOf(name),
  protocol: reservoir,
  driven: 'The calls of reservoir-sdk, with a node of the chain and no `confirm`.',
  actions: {
    buy: {
      says: ['token', 'price'],
      run: (setting) => {
        const { actions, wallet } = open(setting)
        return actions.buyToken({ wallet, ...buyOf(setting.scene) })
      },
    },
    sell: {
      says: ['token', 'price'],
      run: (setting) => {
        const { actions, wallet } = open(setting)
        return actions.acceptOffer({ wallet, ...sellOf(setting.scene) })
      },
    },
    transfer: {
      says: ['token', 'recipient'],
      run: (setting) => {
        const { actions, wallet } = open(setting)
        return actions.transferTokens({ wallet, ...transferOf(setting.scene) })
      },
    },
    list: {
      says: ['token', 'price', 'currency', 'times'],
      run: (setting) => {
        const { actions, wallet } = open(setting)
        return actions.listToken({ wallet, ...listOf(setting.scene) })
      },
    },
  },
  lacks: { swap: 'It trades tokens of collections.' },
}
