import { setImmediate as turn } from 'node:timers/promises'

/** Entries of a list that is mapped at once, and entries of a longer one before other requests have their turn. */
export const maxAtOnce = 64
const entriesPerTurn = 16

/** Maps a list without holding up the other requests of the process, however long it is. */
export async function mapInTurns<T, R>(
  list: readonly T[],
  map: (one: T, index: number) => R,
): Promise<readonly R[]> {
  if (list.length <= maxAtOnce) return list.map(map)
  const mapped: R[] = []
  for (const [index, one] of list.entries()) {
    if (index > 0 && index % entriesPerTurn === 0) await turn()
    mapped.push(map(one, index))
  }
  return mapped
}
