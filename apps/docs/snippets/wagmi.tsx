import type { Client } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import { useWagmiWallet } from '@sluice/react/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createConfig, http, injected, WagmiProvider } from 'wagmi'
import { base } from 'wagmi/chains'

const config = createConfig({
  chains: [base],
  connectors: [injected()],
  transports: { [base.id]: http() },
})
const queryClient = new QueryClient()

type Properties = { readonly client: Client; readonly onConnect: () => void; readonly children: ReactNode }

/** Below `WagmiProvider`: the wallet that wagmi has connected trades; `onConnect` opens your own connect dialog. */
const Trading = ({ client, onConnect, children }: Properties) => (
  <SluiceProvider client={client} wallet={useWagmiWallet()} onConnect={onConnect}>
    {children}
  </SluiceProvider>
)

export const Shop = (properties: Properties) => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <Trading {...properties} />
    </QueryClientProvider>
  </WagmiProvider>
)
