import { BuyModal, ListModal, lightTheme, ReservoirKitProvider } from '@reservoir0x/reservoir-kit-ui'
import { HostPage } from '@sluice/peer-kit-host/HostPage'
import { createRoot } from 'react-dom/client'
import { createPublicClient, defineChain, http } from 'viem'
import { createConfig, useAccount, useConnect, WagmiConfig } from 'wagmi'
import { InjectedConnector } from 'wagmi/connectors/injected'

const { chain } = window.setup

const known = defineChain({
  id: chain.id,
  name: chain.name,
  network: 'local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [chain.rpcUrl] }, public: { http: [chain.rpcUrl] } },
  contracts: { multicall3: { address: chain.multicall3 } },
})

/** A wallet as it announces itself by EIP-6963, which this wagmi does not look for. */
type Announced = { readonly info: { readonly name: string }; readonly provider: unknown }
function announced(): Promise<Announced> {
  return new Promise((found) => {
    addEventListener('eip6963:announceProvider', (event) => found((event as CustomEvent<Announced>).detail), {
      once: true,
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
}

const kit = {
  source: 'shop.example',
  disablePoweredByReservoir: true,
  chains: [{ id: chain.id, name: chain.name, baseApiUrl: chain.baseApiUrl, active: true }],
}

function Host() {
  const { address } = useAccount()
  const { connectors, connect } = useConnect()
  const choices = connectors.map((connector) => ({
    id: connector.id,
    name: connector.name,
    connect: () => connect({ connector, chainId: chain.id }),
  }))
  return <HostPage dialogs={{ BuyModal, ListModal }} address={address} connectors={choices} />
}

const { info, provider } = await announced()
const connector = new InjectedConnector({
  chains: [known as never],
  options: { name: info.name, getProvider: () => provider as never },
})
const wagmi = createConfig({
  connectors: [connector],
  publicClient: createPublicClient({ chain: known, transport: http() }) as never,
})
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <WagmiConfig config={wagmi}>
    <ReservoirKitProvider options={kit} theme={lightTheme()}>
      <Host />
    </ReservoirKitProvider>
  </WagmiConfig>,
)
