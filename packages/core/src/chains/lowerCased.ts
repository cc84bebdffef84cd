/** A deep copy with every hex text lower-cased: addresses and keys are compared that way everywhere. */
export function lowerCased<T>(value: T): T {
  const read = (entry: unknown): unknown => {
    if (typeof entry === 'string') return /^0x[0-9a-fA-F]+$/.test(entry) ? entry.toLowerCase() : entry
    if (Array.isArray(entry)) return entry.map(read)
    if (typeof entry !== 'object' || entry === null) return entry
    return Object.fromEntries(Object.entries(entry).map(([key, inner]) => [key, read(inner)]))
  }
  return read(value) as T
}

/** Freezes a value and all it holds. A Map, which freezing does not stop from changing, refuses to. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  const isMap = value instanceof Map
  for (const entry of isMap ? value.values() : Object.values(value)) deepFreeze(entry)
  return Object.freeze(isMap ? Object.assign(value, { set: refuse, delete: refuse, clear: refuse }) : value)
}

function refuse(): never {
  throw new TypeError('What was agreed does not change.')
}
