import type { Client, Wallet } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import { ResumeNote } from '@sluice/react/components'
import type { ReactNode } from 'react'

/** Once, near the root: settles what a reload interrupted as soon as the wallet is back, and says how it went. */
export const Shop = (props: {
  readonly client: Client
  readonly wallet?: Wallet
  readonly children: ReactNode
}) => (
  <SluiceProvider client={props.client} wallet={props.wallet}>
    <ResumeNote />
    {props.children}
  </SluiceProvider>
)
