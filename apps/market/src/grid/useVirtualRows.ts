import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

/** A list that is read page by page. */
export type Pages = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  /** The next page could not be read. Nothing is read by itself then; the visitor can try again. */
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** Where a list is on the page, in pixels. Its width is 0 until it is measured. */
type ListBox = { readonly width: number; readonly top: number }

/** Measures the element of a list that draws only the rows near the view: ten thousand rows cost as much as forty. */
export function useListBox(): ListBox & { readonly element: RefObject<HTMLDivElement | null> } {
  const element = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<ListBox>({ width: 0, top: 0 })
  // Before the first paint: without it that paint would show nothing.
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const measure = () => {
      const rectangle = measured.getBoundingClientRect()
      const next = { width: rectangle.width, top: Math.round(rectangle.top + window.scrollY) }
      setFound((before) => (before.width === next.width && before.top === next.top ? before : next))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])
  return { ...found, element }
}

/**
 * The numbers of those of `count` rows that are near the view, each `step` pixels below the one before. Reads on before
 * the end comes into view.
 */
export function useVirtualRows(box: ListBox, count: number, step: number, pages: Pages): readonly number[] {
  // The visible rows first, then those that come next.
  const beyond = useDeferredValue(2, 0)
  const rowAt = (height: number) => Math.floor((window.scrollY + height - box.top) / step)
  const first = Math.max(0, useSyncExternalStore(onMove, () => rowAt(0)) - beyond)
  const last = Math.min(count - 1, useSyncExternalStore(onMove, () => rowAt(window.innerHeight)) + beyond)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const wanted = last >= count - 4 && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (wanted && !isFetchingNextPage) void fetchNextPage()
  }, [wanted, isFetchingNextPage, fetchNextPage])
  return box.width === 0
    ? []
    : Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

function onMove(moved: () => void): () => void {
  window.addEventListener('scroll', moved, { passive: true })
  window.addEventListener('resize', moved)
  return () => {
    window.removeEventListener('scroll', moved)
    window.removeEventListener('resize', moved)
  }
}
