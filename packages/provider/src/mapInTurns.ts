import { setImmediate as turn } from 'node:timers/promises'

/** Entries that are mapped before other requests have their turn. */
export const entriesPerTurn = 16

/** Maps a long list without holding up the other requests of the process. */
export async function mapInTurns<T, R>(
  list: readonly T[],
  map: (one: T, index: number) => R,
): Promise<readonly R[]> {
  const mapped: R[] = []
  for (const [index, one] of list.entries()) {
    if (index > 0 && index % entriesPerTurn === 0) await turn()
    mapped.push(map(one, index))
  }
  return mapped
}
