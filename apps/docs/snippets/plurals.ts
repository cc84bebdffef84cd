import { pluralsOf } from '@sluice/react'

const plural = pluralsOf('de')

/** "1 Auftrag", "12 Aufträge". */
export const orders = (count: number): string =>
  plural(count, { one: '{count} Auftrag', other: '{count} Aufträge' })
