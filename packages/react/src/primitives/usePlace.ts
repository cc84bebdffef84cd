'use client'

import { useLayoutEffect, useState } from 'react'
import { useKit, useKitParts } from '../kit/SluiceProvider.tsx'
import { kitStyles } from '../theme/kitStyles.ts'

/** Where what lies over the page is drawn: `undefined` on a server, and until the page is loaded. */
export function usePlace(tree: 'shadow' | 'light' | undefined): HTMLElement | undefined {
  const { container } = useKit()
  const parts = useKitParts()
  const [place, setPlace] = useState<HTMLElement>()
  const isLight = (tree ?? parts.tree) === 'light'
  useLayoutEffect(() => {
    if (isLight) setPlace(document.body)
    else setPlace(container ?? parts.dialogRoot.place(parts.stylesOf(kitStyles)))
  }, [isLight, container, parts])
  return place
}
