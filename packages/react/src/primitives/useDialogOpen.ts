'use client'

import { type ReactNode, useCallback, useState } from 'react'

/** How a dialog opens: by its own trigger, or by the page. */
export type Opening = {
  /** The element that opens it; focus returns there. */
  readonly trigger?: ReactNode
  readonly open?: boolean | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
}

/** The page's state where it gives one, else the dialog's own; the page hears of it either way. */
export function useOpening(props: Opening): readonly [boolean, (open: boolean) => void] {
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
