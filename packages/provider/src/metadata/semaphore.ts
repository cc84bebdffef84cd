/** Limits how much work runs at once; the rest waits in the order in which it came. */
export type Semaphore = {
  /** The number of works that wait. */
  waiting(): number
  /** Whether nothing runs and nothing waits. */
  isIdle(): boolean
  pass<T>(work: () => Promise<T>): Promise<T>
}

export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    waiting: () => waiting.length,
    isIdle: () => inside === 0,
    async pass(work) {
      if (inside < places) inside += 1
      else await new Promise<void>((enter) => waiting.push(enter))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) inside -= 1
        else next()
      }
    },
  }
}
