/** The keys of a table that is written in the code, with their types. Foreign objects can have more keys than their type. */
export const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[]
