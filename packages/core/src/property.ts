/** Returns a property of any value without throwing; `undefined` if it cannot be read. */
export function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}

/** `instanceof` that cannot throw, e.g. for a proxy. */
export function isInstance<T>(value: unknown, type: abstract new (...parameters: never[]) => T): value is T {
  try {
    return value instanceof type
  } catch {
    return false
  }
}

/** Returns any value as text without throwing. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'something that cannot be read'
  }
}

/** Returns whether a value is an object and not an array; what its fields hold is checked one by one. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns at most 300 characters of foreign text, without control and invisible characters that could disguise it. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 300)
