/** How a part stands that is loaded when it is needed. */
export type LateState<T> =
  | { readonly status: 'absent' | 'loading' }
  | { readonly status: 'failed'; readonly cause: unknown }
  | { readonly status: 'loaded'; readonly part: T }

/** A part of the kit that no page has before it is needed. */
export type LatePart<T> = {
  /** Imports it. */
  readonly source: () => Promise<T>
  /** Loads it, unless it is loaded or on its way. What could not be loaded is loaded again. */
  readonly load: () => void
  readonly read: () => LateState<T>
  readonly subscribe: (changed: () => void) => () => void
}

/** Finds a part by the function that imports it. */
export type LateParts = <T>(source: () => Promise<T>) => LatePart<T>

/** Returns a function that knows each part once, so that all who draw it share it. */
export function createLateParts(): LateParts {
  const parts: LatePart<unknown>[] = []
  return <T>(source: () => Promise<T>) => {
    const known = parts.find((one): one is LatePart<T> => one.source === source)
    if (known !== undefined) return known
    const part = createLatePart(source)
    parts.push(part)
    return part
  }
}

function createLatePart<T>(source: () => Promise<T>): LatePart<T> {
  const listeners = new Set<() => void>()
  let state: LateState<T> = { status: 'absent' }
  const become = (next: LateState<T>) => {
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
