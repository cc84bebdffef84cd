import { useSearchParams } from 'wouter'
import { type Filtering, filteringOf, searchOf } from './filtering.ts'

const view = 'view'

/** Returns the filter in the address and a function that changes it. */
export function useFiltering(): readonly [Filtering, (change: Partial<Filtering>) => void] {
  const [search, setSearch] = useSearchParams()
  const filtering = filteringOf(search)
  const change = (next: Partial<Filtering>) =>
    setSearch((before) => {
      const changed = searchOf({ ...filteringOf(before), ...next })
      const shown = before.get(view)
      if (shown !== null) changed.set(view, shown)
      return changed
    }, inPlace)
  return [filtering, change]
}

/** Returns the part of a page that the address names, or the first one. */
export function useView<T extends string>(views: readonly [T, ...T[]]): readonly [T, (shown: T) => void] {
  const [search, setSearch] = useSearchParams()
  const shown = views.find((name) => name === search.get(view)) ?? views[0]
  const show = (next: T) =>
    setSearch((before) => {
      const changed = new URLSearchParams(before)
      if (next === views[0]) changed.delete(view)
      else changed.set(view, next)
      return changed
    }, inPlace)
  return [shown, show]
}

/** "Back" leads to the page before, not through every choice on this one. */
const inPlace = { replace: true }
