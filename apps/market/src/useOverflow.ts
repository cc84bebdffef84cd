import { useEffect, useRef, useState } from 'react'

/** Returns on which sides a row has more than is visible: `''`, `start`, `end` or `start end`. */
export function useOverflow<T extends HTMLElement>() {
  const row = useRef<T>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const look = () => {
      const hidden = element.scrollWidth - element.clientWidth
      // In a right-to-left language the position is negative.
      const passed = Math.abs(element.scrollLeft)
      setMore([...(passed > 1 ? ['start'] : []), ...(hidden - passed > 1 ? ['end'] : [])].join(' '))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return { row, more }
}
