/** Loads a part of this package, by the function that imports it. */
export type LoadOnce = <T>(load: () => Promise<T>) => Promise<T>

/**
 * Returns a function that calls each function that loads once: looking up a loaded module takes `import()` about as long as
 * checking a plan. What could not be loaded is loaded again by the next call.
 */
export function createLoadOnce(): LoadOnce {
  const loading = new Map<unknown, Promise<unknown>>()
  return <T>(load: () => Promise<T>) => {
    const known = loading.get(load) as Promise<T> | undefined
    if (known !== undefined) return known
    const part = load()
    loading.set(load, part)
    part.catch(() => loading.delete(load))
    return part
  }
}
