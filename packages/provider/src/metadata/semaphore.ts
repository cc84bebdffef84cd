/** Limits how much work runs at once; callers whose work waits take turns, each in the order in which it came. */
export type Semaphore = {
  /** The number of works that wait: of all callers, or of one. */
  waiting(who?: string): number
  /** Whether nothing runs and nothing waits. */
  isIdle(): boolean
  pass<T>(work: () => Promise<T>, who?: string): Promise<T>
}

export function createSemaphore(places: number): Semaphore {
  /** By caller, in the order of their turns. */
  const lines = new Map<string, (() => void)[]>()
  let inside = 0
  const next = (): (() => void) | undefined => {
    const [turn] = lines
    if (turn === undefined) return undefined
    const [who, line] = turn
    const first = line.shift()
    lines.delete(who)
    if (line.length > 0) lines.set(who, line)
    return first
  }
  return {
    waiting: (who) =>
      who === undefined
        ? [...lines.values()].reduce((sum, line) => sum + line.length, 0)
        : (lines.get(who)?.length ?? 0),
    isIdle: () => inside === 0,
    async pass(work, who = '') {
      if (inside < places) inside += 1
      else
        await new Promise<void>((enter) => {
          const line = lines.get(who) ?? []
          line.push(enter)
          lines.set(who, line)
        })
      try {
        return await work()
      } finally {
        const enter = next()
        if (enter === undefined) inside -= 1
        else enter()
      }
    },
  }
}
