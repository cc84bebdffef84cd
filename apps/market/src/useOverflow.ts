import { useEffect, useRef, useState } from 'react'

const ownWidth = ({ clientWidth }: HTMLElement): number => clientWidth

/**
 * Returns on which sides a row has more than is visible: `''`, `start`, `end` or `start end`.
 *
 * @param availableWidth the width that the content may take; the row's own by default.
 */
export function useOverflow<T extends HTMLElement>(availableWidth: (element: T) => number = ownWidth) {
  const row = useRef<T>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const look = () => {
      const hidden = element.scrollWidth - availableWidth(element)
      // In a right-to-left language the position is negative.
      const passed = Math.abs(element.scrollLeft)
      setMore([...(passed > 1 ? ['start'] : []), ...(hidden - passed > 1 ? ['end'] : [])].join(' '))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    // Letters of another font are of another width, and the row is as wide as before.
    document.fonts.addEventListener('loadingdone', look)
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
      document.fonts.removeEventListener('loadingdone', look)
    }
  }, [availableWidth])
  return { row, more }
}
