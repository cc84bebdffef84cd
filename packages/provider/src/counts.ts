/** Counts events since the start, for metrics: faults of background work, removed collections. */
export type Counts = {
  add(what: string): void
  entries(): readonly (readonly [what: string, count: number])[]
}

export function createCounts(): Counts {
  const counts = new Map<string, number>()
  return {
    add: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    entries: () => [...counts],
  }
}
