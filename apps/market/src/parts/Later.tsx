import { type ReactNode, useDeferredValue } from 'react'

/** Drawn after the first paint, so that content below the first screen does not delay it. */
export function Later({ children }: { readonly children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) ? children : null
}
