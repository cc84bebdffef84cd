import { browserStorage, createClient, eip1193Wallet, type Wallet } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { SluiceProvider } from '@sluice/react'
import { BuyButton, ConnectDialog, ResumeNote } from '@sluice/react/components'
import '@sluice/react/styles.css'
import { useState } from 'react'

const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  storage: browserStorage(),
})

export function Shop() {
  const [wallet, setWallet] = useState<Wallet>()
  const [connecting, setConnecting] = useState(false)
  return (
    <SluiceProvider client={client} wallet={wallet} onConnect={() => setConnecting(true)}>
      <ResumeNote />
      <BuyButton token="0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42" />
      <ConnectDialog
        open={connecting}
        onOpenChange={setConnecting}
        onConnect={({ provider }) => setWallet(eip1193Wallet(provider))}
      />
    </SluiceProvider>
  )
}
