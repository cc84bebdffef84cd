import type { Client } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import { useWagmiWallet } from '@sluice/react/wagmi'
import type { ReactNode } from 'react'

type Properties = { readonly client: Client; readonly onConnect: () => void; readonly children: ReactNode }

/** Below `WagmiProvider`: the wallet that wagmi has connected trades; `onConnect` opens your own connect dialog. */
export const Trading = ({ client, onConnect, children }: Properties) => (
  <SluiceProvider client={client} wallet={useWagmiWallet()} onConnect={onConnect}>
    {children}
  </SluiceProvider>
)
