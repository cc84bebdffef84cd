import { type ReactNode, useDeferredValue } from 'react'

/** Drawn after the first paint: what stands below the first screen does not hold that up. */
export function Later({ children }: { readonly children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) ? children : null
}
