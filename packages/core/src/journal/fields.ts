/** Whether a field of a stored entry is well-formed. */
export type Field = (value: unknown) => boolean

export const text: Field = (value) => typeof value === 'string'
export const matching =
  (pattern: RegExp): Field =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
export const count: Field = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
export const baseUnits = matching(/^\d{1,78}$/)
export const address = matching(/^0x[0-9a-f]{40}$/)
export const hash = matching(/^0x[0-9a-f]{64}$/)
