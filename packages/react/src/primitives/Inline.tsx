'use client'

import { createContext, type ReactNode } from 'react'

/** Whether dialogs are part of the flow of the page. */
export const InlineContext = createContext(false)

/**
 * Draws the dialogs below it in their place in the page, without an overlay and without taking the focus: the same
 * content, styles and steps. A dialog without a trigger is open from the beginning.
 *
 * @example
 * <Inline>
 *   <BuyDialog token="0x…:42" />
 * </Inline>
 */
export function Inline({ children }: { readonly children: ReactNode }): ReactNode {
  return <InlineContext.Provider value>{children}</InlineContext.Provider>
}
