import { type ReactNode, useEffect, useRef } from 'react'
import { useMessages } from '../locale.tsx'

type Pages = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  /** The next page could not be read. Nothing is read by itself then; the visitor can try again. */
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** Reads the next page at a click, or, if nothing is below it, when it comes near the view. */
export function More({ list, auto = false }: { readonly list: Pages; readonly auto?: boolean }): ReactNode {
  const { common } = useMessages()
  const anchor = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  useEffect(() => {
    const element = anchor.current
    if (!auto || element === null || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [auto, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={anchor} className="more">
      <button
        type="button"
        className="plain-button"
        disabled={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        {isFetchingNextPage ? common.loading : common.more}
      </button>
    </div>
  )
}
