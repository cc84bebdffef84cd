import type { ReactNode } from 'react'
import { type Pages, useListBox, useVirtualRows } from './useVirtualRows.ts'

/** Minimum width of a card in pixels; a phone shows two side by side. */
const narrowest = 208
const gap = 28
/** Height of a label in pixels, and the width of a card below which its price is under its name. */
const label = { wide: 62, narrow: 84, until: 320 }

/** Cards in rows. Only rows near the view exist, and the next page is read before the end comes into view. */
export function TokenGrid<T>(props: {
  readonly of: readonly T[]
  readonly keyOf: (item: T) => string
  /** `first`: the card is in the first row. */
  readonly card: (item: T, first: boolean) => ReactNode
  readonly pages: Pages
  /** Height of what a card shows below its label, in pixels. */
  readonly extra?: number
}): ReactNode {
  const { of, keyOf, card, pages, extra = 0 } = props
  const { element, ...box } = useListBox()
  const { width } = box
  const columns = width < 560 ? 2 : Math.max(2, Math.floor((width + gap) / (narrowest + gap)))
  const rows = Math.ceil(of.length / columns)
  const cardWidth = (width - gap * (columns - 1)) / columns
  const rowHeight = Math.ceil(cardWidth) + (cardWidth > label.until ? label.wide : label.narrow) + extra
  const step = rowHeight + gap
  const near = useVirtualRows(box, rows, step, pages)
  return (
    <div ref={element} className="virtual" style={{ height: Math.max(0, rows * step - gap) }}>
      {near.map((row) => (
        <ul
          key={row}
          className="virtual-row"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gap,
            transform: `translateY(${row * step}px)`,
          }}
        >
          {of.slice(row * columns, (row + 1) * columns).map((item) => (
            <li key={keyOf(item)} className="card">
              {card(item, row === 0)}
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}
