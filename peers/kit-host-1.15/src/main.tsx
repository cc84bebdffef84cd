import { BuyModal, ListModal, lightTheme, ReservoirKitProvider } from '@reservoir0x/reservoir-kit-ui'
import type { HostSettings } from '@sluice/peer-kit-host/settings'
import { type ComponentType, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createPublicClient, defineChain, http } from 'viem'
import { createConfig, useAccount, useConnect, WagmiConfig } from 'wagmi'
import { InjectedConnector } from 'wagmi/connectors/injected'

const { chain, dialog, props } = window.kitHost

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

type Dialog = ComponentType<
  Record<string, unknown> & { openState: [boolean, (open: boolean) => void]; chainId: number }
>
const dialogs: Partial<Record<HostSettings['dialog'], unknown>> = { BuyModal, ListModal }

/** One button to connect, one to open the dialog, and what the kit told its host. */
function Page() {
  const { address } = useAccount()
  const { connectors, connect } = useConnect()
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState<readonly string[]>([])
  const tell = (name: string) => () => setTold((before) => [...before, name])
  const Chosen = dialogs[dialog] as Dialog
  return (
    <main>
      <h1>{dialog}</h1>
      {address === undefined ? (
        connectors.map((connector) => (
          <button key={connector.id} type="button" onClick={() => connect({ connector, chainId: chain.id })}>
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
        onPurchaseComplete={tell('onPurchaseComplete')}
        onListingComplete={tell('onListingComplete')}
      />
    </main>
  )
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
      <Page />
    </ReservoirKitProvider>
  </WagmiConfig>,
)
