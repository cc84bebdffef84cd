/**
 * Returns a deep-frozen copy of plain data, arrays and Maps. `Object.freeze` does not protect the entries of a Map, so
 * the methods that would change a copied Map throw.
 */
export function frozenCopy<T>(value: T, leaf = (value: unknown): unknown => value): T {
  const copied = (entry: unknown): unknown => {
    if (typeof entry !== 'object' || entry === null) return leaf(entry)
    const copiedEntry = ([key, inner]: [unknown, unknown]) => [key, copied(inner)] as const
    return Object.freeze(
      Array.isArray(entry)
        ? entry.map(copied)
        : entry instanceof Map
          ? Object.assign(new Map([...entry].map(copiedEntry)), {
              set: refuse,
              delete: refuse,
              clear: refuse,
            })
          : Object.fromEntries(Object.entries(entry).map(copiedEntry)),
    )
  }
  return copied(value) as T
}

/** Returns a deep-frozen copy with every hex string in lower case, because addresses and keys are compared that way. */
export const lowerCased = <T>(value: T): T =>
  frozenCopy(value, (text) =>
    typeof text === 'string' && /^0x[0-9a-fA-F]+$/.test(text) ? text.toLowerCase() : text,
  )

function refuse(): never {
  throw new TypeError('A frozen Map cannot be changed.')
}
