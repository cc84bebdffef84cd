import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../locale.tsx'
import type { MarketMessages } from '../locales/messages.ts'

export type View = keyof MarketMessages['views']

/** Which part of a page is shown. Where not all fit, an arrow and a fading edge say on which side there are more. */
export function Views<T extends View>(props: {
  readonly of: readonly T[]
  readonly value: T
  readonly onChange: (view: T) => void
}): ReactNode {
  const { views, common } = useMessages()
  const { list, more } = useOverflow()
  return (
    <nav className="views-frame" aria-label={common.view} data-more={more}>
      <div className="views" ref={list}>
        {props.of.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={props.value === view}
            onClick={(event) => {
              event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })
              props.onChange(view)
            }}
          >
            {views[view]}
          </button>
        ))}
      </div>
    </nav>
  )
}

/** On which sides of a row that scrolls there is more than is seen: `''`, `start`, `end` or `start end`. */
function useOverflow() {
  const list = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const look = () => {
      const hidden = element.scrollWidth - element.clientWidth
      // From right to left the position counts below zero.
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
  return { list, more }
}
