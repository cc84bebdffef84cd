import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import type { MarketMessages } from '../locales/messages.ts'

export type View = keyof MarketMessages['views']

/** Which part of a page is shown. */
export function Views<T extends View>(props: {
  readonly of: readonly T[]
  readonly value: T
  readonly onChange: (view: T) => void
}): ReactNode {
  const { views, common } = useMessages()
  return (
    <nav className="views" aria-label={common.view}>
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
    </nav>
  )
}
