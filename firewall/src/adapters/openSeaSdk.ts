import { formatEther } from 'viem'
import type { Adapter, Setting } from '../adapter.ts'
import { packagesOf } from '../packagesOf.ts'
import { openSea, openSeaListing, openSeaOffer } from '../protocols/openSea.ts'

const name = '@opensea/sdk'
const packages = packagesOf('firewall')

type Sdk = {
  createListing(options: object): Promise<unknown>
  fulfillOrder(options: object): Promise<unknown>
  batchApproveAssets(options: object): Promise<unknown>
  transfer(options: object): Promise<unknown>
}
type OpenSea = { OpenSeaSDK: new (clients: object, options: object) => Sdk }
type Viem = {
  createPublicClient(options: object): object
  createWalletClient(options: object): object
  http(url: string): unknown
}

function open({ url, walletUrl, scene }: Setting): Sdk {
  const { OpenSeaSDK } = packages.load<OpenSea>('@opensea/sdk/viem')
  const { createPublicClient, createWalletClient, http } = packages.load<Viem>('viem')
  const { base: chain } = packages.load<{ base: object }>('viem/chains')
  return new OpenSeaSDK(
    {
      publicClient: createPublicClient({ chain, transport: http(scene.chain.rpcUrl), pollingInterval: 50 }),
      walletClient: createWalletClient({ account: scene.user, chain, transport: http(walletUrl) }),
    },
    { chain: 'base', apiBaseUrl: url },
  )
}

export const adapter: Adapter = {
  name,
  version: packages.versionOf(name),
  protocol: openSea,
  driven:
    '`fulfillOrder` with a listing or an offer that was read honestly, which holds token and price; `createListing` with an amount and times; `batchApproveAssets`; `transfer`.',
  actions: {
    buy: {
      says: ['token', 'price', 'order'],
      run: (setting) =>
        open(setting).fulfillOrder({
          order: openSeaListing(setting.scene),
          accountAddress: setting.scene.user,
        }),
    },
    sell: {
      says: ['token', 'price', 'order'],
      run: async (setting) => {
        const { user, intents } = setting.scene
        const { collection, tokenId } = intents.sell
        const sdk = open(setting)
        const asset = { tokenAddress: collection, tokenId: String(tokenId), tokenStandard: 'ERC721' }
        await sdk.batchApproveAssets({ assets: [{ asset }], fromAddress: user })
        await sdk.fulfillOrder({ order: openSeaOffer(setting.scene), accountAddress: user })
      },
    },
    transfer: {
      says: ['token', 'recipient'],
      run: (setting) => {
        const { user, intents } = setting.scene
        const { collection, tokenId, recipient } = intents.transfer
        return open(setting).transfer({
          asset: { tokenAddress: collection, tokenId: String(tokenId), tokenStandard: 'ERC721' },
          fromAddress: user,
          toAddress: recipient,
        })
      },
    },
    list: {
      says: ['token', 'price', 'times'],
      run: (setting) => {
        const { user, intents } = setting.scene
        const { collection, tokenId, price, startTime, endTime } = intents.list
        return open(setting).createListing({
          asset: { tokenAddress: collection, tokenId: String(tokenId) },
          accountAddress: user,
          amount: formatEther(price),
          listingTime: Number(startTime),
          expirationTime: Number(endTime),
        })
      },
    },
  },
  lacks: { swap: 'Its swaps are quotes that the caller sends; it sends none itself.' },
}
