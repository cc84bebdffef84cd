'use client'

import { type ReactNode, useCallback, useState } from 'react'

/** How a dialog opens: by a trigger of its own, or by state that the page holds. */
export type DialogOpenProps = {
  /** The element that opens the dialog. Focus returns to it when the dialog closes. */
  readonly trigger?: ReactNode
  /** Whether the dialog is open, where the page holds that state. */
  readonly open?: boolean | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
}

/** The page's state where it gives one, else the dialog's own. `onOpenChange` is called in both cases. */
export function useDialogOpen(props: DialogOpenProps): readonly [boolean, (open: boolean) => void] {
  const [opened, setOpened] = useState(false)
  const { open = opened, onOpenChange } = props
  const change = useCallback(
    (next: boolean) => {
      setOpened(next)
      onOpenChange?.(next)
    },
    [onOpenChange],
  )
  return [open, change]
}
