import type { Client } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import '@sluice/react/styles.css'
import type { ReactNode } from 'react'

/** Dialogs in the page's own tree, whose styles the page writes by class; and the browser's history untouched. */
export const Restyled = ({ client, children }: { client: Client; children: ReactNode }) => (
  <SluiceProvider client={client} tree="light" closeOnBack={false}>
    {children}
  </SluiceProvider>
)
