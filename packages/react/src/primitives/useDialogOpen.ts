'use client'

import { type ReactNode, useCallback, useContext, useState } from 'react'
import { InlineContext } from './Inline.tsx'

/** How a dialog opens: by a trigger of its own, or by state that the page holds. */
export type DialogOpenProps = {
  /** The element that opens the dialog. Focus returns to it when the dialog closes. */
  readonly trigger?: ReactNode
  /** Whether the dialog is open, if the page holds that state. */
  readonly open?: boolean | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
}

/** The page's state if it gives one, else the dialog's own. `onOpenChange` is called in both cases. */
export function useDialogOpen(props: DialogOpenProps): readonly [boolean, (open: boolean) => void] {
  const { trigger, onOpenChange } = props
  const [opened, setOpened] = useState(false)
  // In the flow of the page, a dialog without a trigger is open.
  const isPart = useContext(InlineContext) && trigger === undefined
  const open = props.open ?? (isPart || opened)
  const change = useCallback(
    (next: boolean) => {
      setOpened(next)
      onOpenChange?.(next)
    },
    [onOpenChange],
  )
  return [open, change]
}
