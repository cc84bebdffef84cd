/** A shape as it travels: amounts as decimal text. */
export type Json<T> = T extends bigint
  ? string
  : T extends readonly (infer One)[]
    ? Json<One>[]
    : T extends object
      ? { [Name in keyof T]: Json<T[Name]> }
      : T

/** Plain data with its amounts as text, as reservoir-sdk handed them on: `JSON.stringify` takes it. */
export function jsonOf<T>(value: T): Json<T> {
  const written = (one: unknown): unknown => {
    if (typeof one === 'bigint') return `${one}`
    if (Array.isArray(one)) return one.map(written)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, written(inner)]))
  }
  return written(value) as Json<T>
}
