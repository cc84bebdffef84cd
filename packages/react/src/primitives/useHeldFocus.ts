'use client'

import { type RefObject, useEffect } from 'react'
import { deepActiveElement } from './shadowFocus.ts'

/**
 * Keeps the focus inside a dialog: if the control that had it is replaced, as by the next step of a trade, the heading
 * has it. A control that still exists keeps it.
 */
export function useHeldFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const around = heading.current?.closest('.sluice-dialog')
    if (around == null) return
    const root = around.getRootNode()
    const host = root instanceof ShadowRoot ? root.host : undefined
    const held: { last?: Element } = {}
    const onFocus = ({ target }: Event) => {
      held.last = target as Element
    }
    const observer = new MutationObserver(() => {
      const active = deepActiveElement()
      // Nothing has it: not the page, and nothing in the tree that the dialog is drawn in.
      const isLost = active === null || active === document.body || active === host
      if (held.last === undefined || held.last.isConnected || !isLost) return
      heading.current?.focus({ preventScroll: true })
    })
    around.addEventListener('focusin', onFocus)
    observer.observe(around, { childList: true, subtree: true })
    return () => {
      around.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [heading])
}
