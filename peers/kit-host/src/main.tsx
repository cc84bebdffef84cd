import {
  AcceptBidModal,
  BidModal,
  BuyModal,
  CancelBidModal,
  CancelListingModal,
  EditBidModal,
  EditListingModal,
  ListModal,
  lightTheme,
  ReservoirKitProvider,
} from '@reservoir0x/reservoir-kit-ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { defineChain } from 'viem'
import { createConfig, http, useAccount, useConnect, WagmiProvider } from 'wagmi'
import { HostPage } from './HostPage.tsx'

const { chain } = window.setup

const known = defineChain({
  id: chain.id,
  name: chain.name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [chain.rpcUrl] } },
  contracts: { multicall3: { address: chain.multicall3 } },
})
// Its types may be read beside another viem than the one that is bundled with it.
const wagmi = createConfig({ chains: [known as never], transports: { [chain.id]: http(chain.rpcUrl) } })
const kit = {
  source: 'shop.example',
  disablePoweredByReservoir: true,
  chains: [
    {
      id: chain.id,
      name: chain.name,
      baseApiUrl: chain.baseApiUrl,
      active: true,
      paymentTokens: chain.currencies.map((currency) => ({ ...currency, chainId: chain.id })),
    },
  ],
}

const dialogs = {
  BuyModal,
  ListModal,
  BidModal,
  AcceptBidModal,
  CancelListingModal,
  CancelBidModal,
  EditListingModal,
  EditBidModal,
}

function Host() {
  const { address } = useAccount()
  const { connectors, connect } = useConnect()
  const choices = connectors.map((connector) => ({
    id: connector.uid,
    name: connector.name,
    connect: () => connect({ connector, chainId: chain.id }),
  }))
  return <HostPage dialogs={dialogs} address={address} connectors={choices} />
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <WagmiProvider config={wagmi}>
    <QueryClientProvider client={new QueryClient()}>
      <ReservoirKitProvider options={kit} theme={lightTheme()}>
        <Host />
      </ReservoirKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
