import { useEffect } from 'react'

export const siteTitle = 'Sluice Market'

/** Sets the title for tabs, bookmarks and the history: only the site's name until the page's is known. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = page === undefined ? siteTitle : `${page} · ${siteTitle}`
  }, [page])
}
