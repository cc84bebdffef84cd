import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Draws its children when it comes near the view, and an empty box until then. */
export function Near({ children }: { readonly children: ReactNode }): ReactNode {
  const anchor = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = anchor.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return near ? children : <div ref={anchor} className="near" />
}
