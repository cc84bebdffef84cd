/** Limits how often something costly is done in a minute: for one caller, and for all callers together. */
export type MinuteBudget = {
  /**
   * Counts one; `false` when the caller, or all callers together, have reached the limit.
   * @param caller a key or a network; `''` is the provider itself, which only the limit of all callers concerns.
   */
  take(caller: string): boolean
}

/** Counts by the minute of the clock, so that counts are kept no longer than that. */
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
