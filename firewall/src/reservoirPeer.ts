import { zeroAddress } from 'viem'
import type { Adapter, Setting } from './adapter.ts'
import { packagesOf } from './packagesOf.ts'
import { reservoir } from './protocols/reservoir.ts'

type Sdk = {
  createClient(options: object): {
    readonly actions: {
      buyToken(data: object): Promise<unknown>
      acceptOffer(data: object): Promise<unknown>
      listToken(data: object): Promise<unknown>
      transferTokens(data: object): Promise<unknown>
    }
  }
}
type Viem = {
  createWalletClient(options: object): object
  http(url: string): unknown
}

/** What every client of Reservoir's API takes for a purchase. */
export const buyOf = ({ intents: { buy } }: Setting['scene']) => ({
  items: [{ token: `${buy.collection}:${buy.tokenId}`, quantity: 1 }],
  expectedPrice: { [zeroAddress]: { raw: buy.price } },
})

/** What every client of Reservoir's API takes to accept an offer. */
export const sellOf = ({ intents: { sell }, wrapped }: Setting['scene']) => ({
  items: [{ token: `${sell.collection}:${sell.tokenId}`, quantity: 1 }],
  expectedPrice: { [wrapped]: { raw: sell.price } },
})

/** What every client of Reservoir's API takes for a transfer. */
export const transferOf = ({ intents: { transfer } }: Setting['scene']) => ({
  to: transfer.recipient,
  items: [{ token: `${transfer.collection}:${transfer.tokenId}`, quantity: 1 }],
})

/** What every client of Reservoir's API takes for a listing. */
export const listOf = ({ intents: { list } }: Setting['scene']) => ({
  listings: [
    {
      token: `${list.collection}:${list.tokenId}`,
      weiPrice: list.price.toString(),
      currency: zeroAddress,
      orderbook: 'reservoir' as const,
      orderKind: 'seaport-v1.6' as const,
      listingTime: list.startTime.toString(),
      expirationTime: list.endTime.toString(),
      automatedRoyalties: false,
    },
  ],
})

/** A published version of `@reservoir0x/reservoir-sdk`, with the viem that it was made for. */
export function reservoirPeer(folder: string): Adapter {
  const name = '@reservoir0x/reservoir-sdk'
  const packages = packagesOf(`peers/${folder}`)
  const open = ({ url, walletUrl, scene }: Setting) => {
    const { createWalletClient, http } = packages.load<Viem>('viem')
    const { id, name: chainName, rpcUrl } = scene.chain
    const { actions } = packages.load<Sdk>(name).createClient({
      chains: [{ id, name: chainName, baseApiUrl: url, active: true }],
      source: 'shop.example',
    })
    const chain = {
      id,
      name: chainName,
      network: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] }, public: { http: [rpcUrl] } },
    }
    const wallet = createWalletClient({ account: scene.user, chain, transport: http(walletUrl) })
    return { actions, common: { wallet, chainId: id, onProgress: () => undefined } }
  }
  return {
    name,
    version: packages.versionOf(name),
    protocol: reservoir,
    driven:
      '`actions.buyToken` and `actions.acceptOffer` with `expectedPrice`, `actions.listToken` and `actions.transferTokens`, with a wallet client of its own viem.',
    actions: {
      buy: {
        says: ['token', 'price'],
        run: (setting) => {
          const { actions, common } = open(setting)
          return actions.buyToken({ ...common, ...buyOf(setting.scene) })
        },
      },
      sell: {
        says: ['token', 'price'],
        run: (setting) => {
          const { actions, common } = open(setting)
          return actions.acceptOffer({ ...common, ...sellOf(setting.scene) })
        },
      },
      transfer: {
        says: ['token', 'recipient'],
        run: (setting) => {
          const { actions, common } = open(setting)
          return actions.transferTokens({ ...common, ...transferOf(setting.scene) })
        },
      },
      list: {
        says: ['token', 'price', 'currency', 'times'],
        run: (setting) => {
          const { actions, common } = open(setting)
          return actions.listToken({ ...common, ...listOf(setting.scene) })
        },
      },
    },
    lacks: { swap: 'It trades tokens of collections.' },
  }
}
