import { peersFolder } from '@sluice/bench/peers'
import type { Adapter } from '../adapter.ts'
import { packagesOf } from '../packagesOf.ts'
import { relay } from '../protocols/relay.ts'

const name = '@relayprotocol/relay-sdk'
const packages = packagesOf(peersFolder())

type RelaySdk = {
  createClient(options: object): unknown
  getClient(): {
    readonly actions: {
      getQuote(parameters: object, defaults: boolean): Promise<object>
      execute(options: object): Promise<unknown>
    }
  }
}
type Viem = { createWalletClient(options: object): object; http(url: string): unknown }

const ownCalls = 'It carries out swaps, bridges and calls that its caller writes.'

export const adapter: Adapter = {
  name,
  version: packages.versionOf(name),
  protocol: relay,
  driven: '`actions.getQuote` with currencies, amount and wallet, then `actions.execute` with that quote.',
  actions: {
    swap: {
      says: ['amount', 'currency'],
      run: async ({ url, walletUrl, scene }) => {
        const { createClient, getClient } = packages.load<RelaySdk>(name)
        const { createWalletClient, http } = packages.load<Viem>('viem')
        const { base } = packages.load<{ base: object }>('viem/chains')
        const { id, rpcUrl } = scene.chain
        const viemChain = { ...base, rpcUrls: { default: { http: [rpcUrl] } } }
        createClient({
          baseApiUrl: url,
          source: 'shop.example',
          pollingInterval: 100,
          chains: [{ id, name: 'base', displayName: 'Base', vmType: 'evm', httpRpcUrl: rpcUrl, viemChain }],
        })
        const wallet = createWalletClient({
          account: scene.user,
          chain: viemChain,
          transport: http(walletUrl),
          pollingInterval: 100,
        })
        const { actions } = getClient()
        const { pay, get, amount } = scene.intents.swap
        const quote = await actions.getQuote(
          {
            chainId: id,
            toChainId: id,
            currency: pay,
            toCurrency: get,
            amount: String(amount),
            tradeType: 'EXACT_INPUT',
            wallet,
          },
          true,
        )
        await actions.execute({ quote, wallet, onProgress: () => undefined })
      },
    },
  },
  lacks: { buy: ownCalls, sell: ownCalls, list: ownCalls, transfer: ownCalls },
}
