import { type ReactNode, useLayoutEffect } from 'react'
import { useMessages } from '../locale.tsx'
import type { MarketMessages } from '../locales/messages.ts'
import { useOverflow } from '../useOverflow.ts'

export type View = keyof MarketMessages['views']

/** The tabs of a page. If not all of them fit, an arrow and a fading edge show on which side there are more. */
export function Views<T extends View>(props: {
  readonly of: readonly T[]
  readonly value: T
  readonly onChange: (view: T) => void
}): ReactNode {
  const { views, common } = useMessages()
  const { row, more } = useOverflow<HTMLDivElement>()
  // An address may lead to a part whose button is out of view; only the row is moved, not the page.
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    row.current?.scrollTo({ left: (chosen?.offsetLeft ?? 0) - 56 })
  }, [row])
  return (
    <nav className="views-frame" aria-label={common.view} data-more={more}>
      <div className="views" ref={row}>
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
