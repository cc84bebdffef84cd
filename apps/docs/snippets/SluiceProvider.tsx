import { browserStorage, createClient, type Wallet } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { type MissingFunds, SluiceProvider } from '@sluice/react'
import '@sluice/react/styles.css'
import type { ReactNode } from 'react'

const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  storage: browserStorage(),
})

/** With the page's own ways to connect and to add funds; a new wallet for a new account. */
export const Root = (props: {
  readonly wallet?: Wallet
  readonly openConnect: () => void
  readonly openBridge: (missing: MissingFunds) => void
  readonly children: ReactNode
}) => (
  <SluiceProvider
    client={client}
    wallet={props.wallet}
    onConnect={props.openConnect}
    onAddFunds={props.openBridge}
  >
    {props.children}
  </SluiceProvider>
)
