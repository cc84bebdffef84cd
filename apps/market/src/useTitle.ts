import { useEffect } from 'react'

export const siteTitle = 'Sluice Market'

/** Names the page in tabs, bookmarks and the way back; the site alone while nothing is known of it. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = page === undefined ? siteTitle : `${page} · ${siteTitle}`
  }, [page])
}
