import { pluralsOf } from '@sluice/react'

const plural = pluralsOf('de')

/** "1 Gebot", "12 Gebote". */
export const offers = (count: number): string =>
  plural(count, { one: '{count} Gebot', other: '{count} Gebote' })
