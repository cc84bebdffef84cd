'use client'

import { createClient, eip1193Wallet } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import { BuyButton, ConnectDialog } from '@sluice/react/components'
import { useMemo, useState } from 'react'

export function Shop({ chain, token }) {
  const client = useMemo(() => createClient({ chains: [chain] }), [chain])
  const [found, setFound] = useState()
  const [asking, ask] = useState(false)
  const wallet = useMemo(() => (found === undefined ? undefined : eip1193Wallet(found.provider)), [found])
  return (
    <SluiceProvider client={client} wallet={wallet} onConnect={() => ask(true)}>
      <h1>A Next host</h1>
      <ConnectDialog open={asking} onOpenChange={ask} onConnect={setFound} />
      <BuyButton token={token} />
    </SluiceProvider>
  )
}
