import { boundOf, type Filtering } from '../filtering.ts'

/** Returns the number of active filters. A bound that cannot be read filters nothing. */
export const activeOf = ({ traits, low, high }: Filtering): number =>
  Object.values(traits).flat().length + [low, high].filter(boundOf).length
