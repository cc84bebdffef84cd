import '@sluice/react/styles.css'
import { createClient, eip1193Wallet } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import { BuyButton, ConnectDialog } from '@sluice/react/components'
import React, { StrictMode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'

const { chain, token } = globalThis.setup

function Host() {
  const client = useMemo(() => createClient({ chains: [chain] }), [])
  const [found, setFound] = useState()
  const [asking, ask] = useState(false)
  const wallet = useMemo(() => (found === undefined ? undefined : eip1193Wallet(found.provider)), [found])
  return (
    <SluiceProvider client={client} wallet={wallet} onConnect={() => ask(true)}>
      <p>React {React.version}</p>
      <ConnectDialog open={asking} onOpenChange={ask} onConnect={setFound} />
      <BuyButton token={token} />
    </SluiceProvider>
  )
}

createRoot(document.getElementById('app')).render(
  <StrictMode>
    <Host />
  </StrictMode>,
)
