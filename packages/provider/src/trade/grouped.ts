/** Values with the same key, in the order of their first ones. */
export function grouped<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group === undefined) groups.set(keyOf(value), [value])
    else group.push(value)
  }
  return [...groups.values()]
}
