'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { KitContainer, useKit } from '../kit/SluiceProvider.tsx'
import { themeAttributes } from '../theme/theme.ts'

export type ShadowScopeProps = {
  /** The kit's stylesheet as text, or where it stands. Styles of the page do not reach in. */
  readonly styles: { readonly text: string } | { readonly href: string }
  readonly children?: ReactNode
}

/**
 * Draws everything below, dialogs and popovers too, inside a shadow tree: no style of the page reaches in,
 * and none of ours gets out.
 */
export function ShadowScope({ styles, children }: ShadowScopeProps): ReactNode {
  const { theme } = useKit()
  const [tree, setTree] = useState<ShadowTree>()
  const host = useCallback((element: HTMLElement | null) => {
    if (element !== null) setTree(treeIn(element))
  }, [])
  return (
    <div ref={host} data-sluice-shadow="">
      {tree === undefined
        ? null
        : createPortal(
            <>
              {'text' in styles ? <style>{styles.text}</style> : <link rel="stylesheet" href={styles.href} />}
              <div {...themeAttributes(theme)} className="sluice-portal">
                <KitContainer container={tree.portals}>{children}</KitContainer>
              </div>
            </>,
            tree.content,
          )}
    </div>
  )
}

type ShadowTree = { readonly content: HTMLElement; readonly portals: HTMLElement }

/** The two places of a shadow tree: for what stands in the page's flow, and for what floats above. */
export function treeIn(host: HTMLElement): ShadowTree {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const place = (name: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(`[data-place="${name}"]`)
    if (found !== null) return found
    const made = document.createElement('div')
    made.dataset.place = name
    root.append(made)
    return made
  }
  keepFocusEventsInside(root)
  return { content: place('content'), portals: place('portals') }
}

/**
 * Seen from the document, everything focused in here is the host element, which a dialog's focus trap takes
 * for something beside the dialog. React hears these events at the places inside, so they may end here.
 */
function keepFocusEventsInside(root: ShadowRoot): void {
  root.addEventListener('focusin', stop)
  root.addEventListener('focusout', stop)
}

const stop = (event: Event) => event.stopPropagation()
