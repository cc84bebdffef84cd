import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

type Pages = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  /** Then nothing reads on by itself: it is told, and asked again by whoever looks. */
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** Narrowest card in pixels; on a phone two stand side by side. */
const narrowest = 208
const gap = 28
/** Height of a label, in pixels, and below which width of a card its price stands under its name. */
const label = { wide: 62, narrow: 84, until: 320 }

/**
 * Cards in rows, of which only those near the view exist: ten thousand tokens weigh what forty do. Reads on
 * before the end comes into view.
 */
export function TokenGrid<T>(props: {
  readonly of: readonly T[]
  readonly keyOf: (item: T) => string
  /** `first`: it stands in the first row. */
  readonly card: (item: T, first: boolean) => ReactNode
  readonly pages: Pages
  /** Height of what a card shows below its label, in pixels. */
  readonly extra?: number
}): ReactNode {
  const { of, keyOf, card, pages, extra = 0 } = props
  const place = useRef<HTMLDivElement>(null)
  const { width, top } = usePlace(place)
  const columns = width < 560 ? 2 : Math.max(2, Math.floor((width + gap) / (narrowest + gap)))
  const rows = Math.ceil(of.length / columns)
  const cardWidth = (width - gap * (columns - 1)) / columns
  const rowHeight = Math.ceil(cardWidth) + (cardWidth > label.until ? label.wide : label.narrow) + extra
  const step = rowHeight + gap
  // First what is seen, then what is about to be.
  const beyond = useDeferredValue(2, 0)
  const view = useVisibleRows(top, step)
  const first = Math.max(0, view.first - beyond)
  const last = Math.min(rows - 1, view.last + beyond)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const wanted = last >= rows - 4 && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (wanted && !isFetchingNextPage) void fetchNextPage()
  }, [wanted, isFetchingNextPage, fetchNextPage])
  return (
    <div ref={place} className="virtual" style={{ height: Math.max(0, rows * step - gap) }}>
      {width === 0
        ? null
        : Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index).map((row) => (
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

/** The first and the last row in view, of rows that begin at `top` of the page and follow each other by `step` pixels. */
function useVisibleRows(top: number, step: number): { readonly first: number; readonly last: number } {
  const rowAt = (height: number) => Math.floor((window.scrollY + height - top) / step)
  return {
    first: useSyncExternalStore(onMove, () => rowAt(0)),
    last: useSyncExternalStore(onMove, () => rowAt(window.innerHeight)),
  }
}

function onMove(moved: () => void): () => void {
  window.addEventListener('scroll', moved, { passive: true })
  window.addEventListener('resize', moved)
  return () => {
    window.removeEventListener('scroll', moved)
    window.removeEventListener('resize', moved)
  }
}

/** Width of an element and where it begins on the page. */
function usePlace(place: { readonly current: HTMLElement | null }) {
  const [found, setFound] = useState({ width: 0, top: 0 })
  // Before the first paint: without it that paint would show nothing.
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const measure = () => {
      const box = element.getBoundingClientRect()
      const next = { width: box.width, top: Math.round(box.top + window.scrollY) }
      setFound((before) => (before.width === next.width && before.top === next.top ? before : next))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [place])
  return found
}
