import { Button, Dialog } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useState } from 'react'

/**
 * A dialog of the page's own that behaves as the kit's: focus, Escape, Back, a sheet on a phone. It stands in the light
 * tree, where the page's styles reach its content.
 */
export function Terms({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Terms"
      tree="light"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button kind="quiet">Terms</Button>}
    >
      {children}
      <Button onClick={() => setOpen(false)}>Agreed</Button>
    </Dialog>
  )
}
