'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { KitContainer, useKitParts } from '../kit/SluiceProvider.tsx'
import { kitStyles } from '../theme/kitStyles.ts'
import { Themed } from './Themed.tsx'

export type ShadowScopeProps = {
  /** A stylesheet as text, or its address; the kit's own by default. Styles of the page do not reach in. */
  readonly styles?: { readonly text: string } | { readonly href: string }
  readonly children?: ReactNode
}

/**
 * Draws everything below it, dialogs too, inside a shadow tree: no style of the page reaches in, and none of ours gets
 * out.
 *
 * @example
 * <ShadowScope>
 *   <BuyButton token="0x…:42" />
 * </ShadowScope>
 */
export function ShadowScope({ styles = { text: kitStyles }, children }: ShadowScopeProps): ReactNode {
  const { stylesOf } = useKitParts()
  const [tree, setTree] = useState<ShadowTree>()
  const text = 'text' in styles ? styles.text : undefined
  const host = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return
      const made = treeIn(element)
      if (text !== undefined) stylesOf(text).adopt(made.root)
      setTree(made)
    },
    [text, stylesOf],
  )
  return (
    <div ref={host} data-sluice-shadow="">
      {tree === undefined
        ? null
        : createPortal(
            <>
              {'href' in styles ? <link rel="stylesheet" href={styles.href} /> : null}
              <Themed>
                <KitContainer container={tree.portals}>{children}</KitContainer>
              </Themed>
            </>,
            tree.content,
          )}
    </div>
  )
}

type ShadowTree = {
  readonly root: ShadowRoot
  readonly content: HTMLElement
  readonly portals: HTMLElement
}

/** The two places of a shadow tree: one in the page's flow, and one that floats above it. */
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
  return { root, content: place('content'), portals: place('portals') }
}
