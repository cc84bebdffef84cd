/**
 * Freezes plain data and everything in it that is not frozen yet, so that whoever is shown it cannot change it. What has
 * accessors is frozen by `Object.freeze`, since they would be called here.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}
