import { Button, Dialog } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useState } from 'react'

/** A dialog of the page's own that looks and behaves as the kit's: focus, Escape, a sheet on a phone. */
export function Terms({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog title="Terms" open={open} onOpenChange={setOpen} trigger={<Button kind="quiet">Terms</Button>}>
      {children}
      <Button onClick={() => setOpen(false)}>Agreed</Button>
    </Dialog>
  )
}
