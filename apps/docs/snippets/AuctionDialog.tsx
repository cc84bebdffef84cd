import { AuctionDialog } from '@sluice/react/components'
import { useState } from 'react'

export function Auction({ token }: { readonly token: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Announce an auction
      </button>
      <AuctionDialog token={token} open={open} onOpenChange={setOpen} />
    </>
  )
}
