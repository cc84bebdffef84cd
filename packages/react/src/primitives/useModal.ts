'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { useKitParts } from '../kit/SluiceProvider.tsx'
import { isolate } from './isolate.ts'
import { deepActiveElement, placeOf, returnFocus } from './shadowFocus.ts'

/**
 * Makes a dialog modal while it is open: it has the focus and gives it back, Escape and the browser's Back close it,
 * and the page around is inert. While `busy`, the page is not inert, because the wallet may be a part of it.
 */
export function useModal(
  content: RefObject<HTMLElement | null>,
  { close, busy }: { readonly close: () => void; readonly busy: boolean },
): void {
  const { dialogs } = useKitParts()
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const active = deepActiveElement()
    const inside = active !== null && content.current?.contains(active)
    const place = inside ? dialogs.place : placeOf(active)
    if (place.length > 0) dialogs.place = place
    if (!inside) content.current?.focus({ preventScroll: true })
    const remove = dialogs.add(() => latest.current())
    return () => {
      remove()
      // After the change that closed it has been drawn: another dialog may have replaced it by then.
      setTimeout(() => {
        if (!dialogs.some()) returnFocus(dialogs.place)
      })
    }
  }, [dialogs, content])
  useEffect(() => {
    const layer = content.current?.closest('.sluice-portal')
    return busy || layer == null ? undefined : isolate(layer)
  }, [busy, content])
}
