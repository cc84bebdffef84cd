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
import { type ComponentType, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { defineChain } from 'viem'
import { createConfig, http, useAccount, useConnect, WagmiProvider } from 'wagmi'
import type { DialogName } from './settings.ts'

const { chain, dialog, props } = window.kitHost

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

type Dialog = ComponentType<
  Record<string, unknown> & { openState: [boolean, (open: boolean) => void]; chainId: number }
>
const dialogs = {
  BuyModal,
  ListModal,
  BidModal,
  AcceptBidModal,
  CancelListingModal,
  CancelBidModal,
  EditListingModal,
  EditBidModal,
} as unknown as Record<DialogName, Dialog>

/** One button to connect, one to open the dialog, and what the kit told its host. */
function Page() {
  const { address } = useAccount()
  const { connectors, connect } = useConnect()
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState<readonly string[]>([])
  const tell = (name: string) => () => setTold((before) => [...before, name])
  const Chosen = dialogs[dialog]
  return (
    <main>
      <h1>{dialog}</h1>
      <p data-testid="account">{address ?? 'nobody'}</p>
      {address === undefined ? (
        connectors.map((connector) => (
          <button key={connector.uid} type="button" onClick={() => connect({ connector, chainId: chain.id })}>
            {connector.name}
          </button>
        ))
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      <ul aria-label="Told">
        {told.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Chosen
        {...props}
        chainId={chain.id}
        openState={[open, setOpen]}
        onConnectWallet={tell('onConnectWallet')}
        onPurchaseComplete={tell('onPurchaseComplete')}
        onListingComplete={tell('onListingComplete')}
        onBidComplete={tell('onBidComplete')}
        onBidAccepted={tell('onBidAccepted')}
        onCancelComplete={tell('onCancelComplete')}
        onEditListingComplete={tell('onEditListingComplete')}
        onEditBidComplete={tell('onEditBidComplete')}
        onGoToToken={tell('onGoToToken')}
        onViewOffers={tell('onViewOffers')}
      />
    </main>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <WagmiProvider config={wagmi}>
    <QueryClientProvider client={new QueryClient()}>
      <ReservoirKitProvider options={kit} theme={lightTheme()}>
        <Page />
      </ReservoirKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
