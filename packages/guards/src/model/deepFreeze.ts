/**
 * Freezes a value and everything in it that is not frozen yet, so that whoever is shown it cannot change it. An accessor is
 * kept as it is, and not called.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const { value: inner } of Object.values(Object.getOwnPropertyDescriptors(value))) deepFreeze(inner)
  return value
}
