/** How often something costly may be done in a minute: by one caller, and by all of them together. */
export type MinuteBudget = {
  /**
   * Takes one from the minute; `false` when the caller, or all callers together, have used theirs up.
   * @param caller a key or a neighborhood; the provider itself, `''`, has no share of its own to use up.
   */
  take(caller: string): boolean
}

/** Counts by the minute of the clock, so that nothing is remembered longer than that. */
export function createMinuteBudget(
  clock: () => number,
  { each, all }: { readonly each: number; readonly all: number },
): MinuteBudget {
  const taken = new Map<string, number>()
  let minute = 0
  let sum = 0
  return {
    take: (caller) => {
      const current = Math.floor(clock() / 60_000)
      if (current !== minute) {
        taken.clear()
        minute = current
        sum = 0
      }
      const own = taken.get(caller) ?? 0
      if (sum >= all || (caller !== '' && own >= each)) return false
      taken.set(caller, own + 1)
      sum += 1
      return true
    },
  }
}
