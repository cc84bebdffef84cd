'use client'

import { browserStorage, createClient, eip1193Wallet, type Wallet } from '@sluice/core'
import { languageOf, loadMessages, type Messages, SluiceProvider } from '@sluice/react'
import { Button, ConnectDialog, PendingTrades } from '@sluice/react/components'
import { useEffect, useState } from 'react'
import { developmentWallet } from './developmentWallet.ts'
import { chain } from './market.ts'
import { Shelf } from './Shelf.tsx'

const client = createClient({
  chains: [chain],
  // Orders and transactions of this app are kept when the page closes.
  storage: browserStorage(),
})

const development = developmentWallet()

export function App() {
  const [wallet, setWallet] = useState<Wallet>()
  const [connecting, setConnecting] = useState(false)
  const [messages, setMessages] = useState<Messages>()
  useEffect(() => {
    loadMessages(languageOf(navigator.languages)).then(setMessages)
  }, [])
  return (
    <SluiceProvider
      client={client}
      wallet={wallet}
      onConnect={() => setConnecting(true)}
      theme={{ scheme: 'system' }}
      {...(messages === undefined ? {} : { messages })}
    >
      <header>
        <h1>app-name</h1>
        <div className="account">
          {/* Trades go on when their dialogs are closed: this lists them, and says how they ended. */}
          <PendingTrades />
          <button type="button" onClick={() => setConnecting(true)}>
            {wallet === undefined ? 'Connect wallet' : 'Change wallet'}
          </button>
        </div>
      </header>
      <Shelf />
      <ConnectDialog
        open={connecting}
        onOpenChange={setConnecting}
        onConnect={({ provider }) => setWallet(eip1193Wallet(provider))}
      >
        {development === undefined ? null : (
          <Button
            kind="secondary"
            wide
            onClick={() => {
              setWallet(development)
              setConnecting(false)
            }}
          >
            Development wallet
          </Button>
        )}
      </ConnectDialog>
    </SluiceProvider>
  )
}
