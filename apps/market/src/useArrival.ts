import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useRouter } from 'wouter'

/**
 * What a browser does by itself between two documents: another page begins at its top, and the keyboard and a screen
 * reader go on there. On the way back the browser knows where the visitor was.
 */
export function useArrival(content: { readonly current: HTMLElement | null }): void {
  const { base } = useRouter()
  const [location] = useLocation()
  const path = base + location
  const shown = useRef(path)
  const returned = useRef<string>(undefined)
  useEffect(() => {
    const note = () => {
      returned.current = window.location.pathname
    }
    // Runs before the router redraws.
    window.addEventListener('popstate', note, { capture: true })
    return () => window.removeEventListener('popstate', note, { capture: true })
  }, [])
  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const goneBack = returned.current === window.location.pathname
    returned.current = undefined
    if (goneBack) return
    window.scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
  }, [path, content])
}
