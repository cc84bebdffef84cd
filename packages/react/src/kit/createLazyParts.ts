/** How a part stands that is loaded when it is needed. */
export type LazyState<T> =
  | { readonly status: 'absent' | 'loading' }
  | { readonly status: 'failed'; readonly cause: unknown }
  | { readonly status: 'loaded'; readonly part: T }

/** A part of the kit that no page has before it is needed. */
export type LazyPart<T> = {
  /** Imports it. */
  readonly source: () => Promise<T>
  /** Loads it, unless it is loaded or on its way. What could not be loaded is loaded again. */
  readonly load: () => void
  readonly read: () => LazyState<T>
  readonly subscribe: (changed: () => void) => () => void
}

/** Finds a part by the function that imports it. */
export type LazyParts = <T>(source: () => Promise<T>) => LazyPart<T>

/** Returns a function that knows each part once, so that all who draw it share it. */
export function createLazyParts(): LazyParts {
  const parts: LazyPart<unknown>[] = []
  return <T>(source: () => Promise<T>) => {
    const known = parts.find((one): one is LazyPart<T> => one.source === source)
    if (known !== undefined) return known
    const part = createLazyPart(source)
    parts.push(part)
    return part
  }
}

function createLazyPart<T>(source: () => Promise<T>): LazyPart<T> {
  const listeners = new Set<() => void>()
  let state: LazyState<T> = { status: 'absent' }
  const become = (next: LazyState<T>) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    source,
    load: () => {
      if (state.status === 'loading' || state.status === 'loaded') return
      become({ status: 'loading' })
      source().then(
        (part) => become({ status: 'loaded', part }),
        (cause: unknown) => become({ status: 'failed', cause }),
      )
    },
    read: () => state,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
