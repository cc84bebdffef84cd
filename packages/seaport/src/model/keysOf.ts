/**
 * Returns the keys of a constant object with their types. Do not use it for objects from outside, which can have more keys
 * than their type.
 */
export const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[]
