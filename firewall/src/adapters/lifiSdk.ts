import { peersFolder } from '@sluice/bench/peers'
import type { Adapter } from '../adapter.ts'
import { packagesOf } from '../packagesOf.ts'
import { lifi } from '../protocols/lifi.ts'

const name = '@lifi/sdk'
const packages = packagesOf(peersFolder())

type Lifi = {
  createClient(options: object): object
  getRoutes(client: object, request: object): Promise<{ readonly routes: readonly { readonly id: string }[] }>
  executeRoute(client: object, route: object, options: object): Promise<unknown>
}
type Provider = { EthereumProvider(options: object): object }
type Viem = { createWalletClient(options: object): object; http(url: string): unknown }

const ownCalls = 'It carries out swaps, bridges and calls that its caller writes.'

export const adapter: Adapter = {
  name,
  version: packages.versionOf(name),
  protocol: lifi,
  driven: `\`getRoutes\` with tokens, amount and address, then \`executeRoute\` with the first route; with \`@lifi/sdk-provider-ethereum\` ${packages.versionOf('@lifi/sdk-provider-ethereum')}.`,
  actions: {
    swap: {
      says: ['amount', 'currency'],
      run: async ({ url, walletUrl, scene }) => {
        const { createClient, getRoutes, executeRoute } = packages.load<Lifi>(name)
        const { EthereumProvider } = packages.load<Provider>('@lifi/sdk-provider-ethereum')
        const { createWalletClient, http } = packages.load<Viem>('viem')
        const { base } = packages.load<{ base: object }>('viem/chains')
        const wallet = createWalletClient({ account: scene.user, chain: base, transport: http(walletUrl) })
        const client = createClient({
          integrator: 'shop',
          apiUrl: url,
          rpcUrls: { [scene.chain.id]: [scene.chain.rpcUrl] },
          providers: [
            EthereumProvider({ getWalletClient: async () => wallet, switchChain: async () => wallet }),
          ],
        })
        const { pay, get, amount } = scene.intents.swap
        const { routes } = await getRoutes(client, {
          fromChainId: scene.chain.id,
          toChainId: scene.chain.id,
          fromTokenAddress: pay,
          toTokenAddress: get,
          fromAmount: String(amount),
          fromAddress: scene.user,
        })
        const [route] = routes
        if (route === undefined) throw new Error('There is no route.')
        await executeRoute(client, route, {})
      },
    },
  },
  lacks: { buy: ownCalls, sell: ownCalls, list: ownCalls, transfer: ownCalls },
}
