import { eip1193Wallet, type Wallet } from '@sluice/core'
import { ConnectDialog } from '@sluice/react/components'
import { useState } from 'react'

/** Lists the wallets that announce themselves (EIP-6963). */
export function Connect({ onWallet }: { readonly onWallet: (wallet: Wallet) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Connect wallet
      </button>
      <ConnectDialog
        open={open}
        onOpenChange={setOpen}
        onConnect={({ provider }) => onWallet(eip1193Wallet(provider))}
      />
    </>
  )
}
