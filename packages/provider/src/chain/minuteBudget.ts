/** Limits how often something costly is done in a minute: for one caller, and for all callers together. */
export type MinuteBudget = {
  /**
   * Counts one, or as many as `count`. Where all callers together have reached the limit, a caller that has taken less
   * than an equal share of it goes on, so that a few callers cannot use up what is there for everybody.
   * @param caller a key or a network; `''` is the provider itself, which only the limit of all callers concerns.
   * @returns `false` when the limit is reached.
   */
  take(caller: string, count?: number): boolean
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
    take: (caller, count = 1) => {
      const current = Math.floor(clock() / 60_000)
      if (current !== minute) {
        taken.clear()
        minute = current
        sum = 0
      }
      const own = taken.get(caller) ?? 0
      taken.set(caller, own)
      if ((sum >= all && own >= all / taken.size) || (caller !== '' && own >= each)) return false
      taken.set(caller, own + count)
      sum += count
      return true
    },
  }
}
