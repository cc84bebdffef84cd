/** A property of anything, read so that nothing which it was made to do can throw; `undefined` where it is none. */
export function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/** `instanceof` that cannot throw: a proxy is asked what it is. */
export function isInstance<T>(value: unknown, type: abstract new (...parameters: never[]) => T): value is T {
  try {
    return value instanceof type
  } catch {
    return false
  }
}

/** Anything as text, read so that nothing which it was made to do can throw. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'something that cannot be read'
  }
}
