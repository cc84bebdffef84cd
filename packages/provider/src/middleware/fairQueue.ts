/** Starts requests, so that those of a caller with many in progress do not delay the requests of others. */
export type FairQueue = {
  /** Resolves when a request of a caller may start. @returns the function to call once it needs its place no longer. */
  take(who: string): Promise<() => void>
  /** The number of requests that wait. */
  waiting(): number
}

/**
 * @param atOnce requests of all callers together that start at once.
 * @param perCaller requests of one caller that start at once, however many of others are in progress. Beyond both, a
 * request waits; of the requests that wait, one of the caller with the fewest in progress is next.
 */
export function createFairQueue(atOnce: number, perCaller: number): FairQueue {
  type Line = { running: number; readonly waiting: (() => void)[] }
  const lines = new Map<string, Line>()
  let running = 0

  const mayStart = (line: Line): boolean => running < atOnce || line.running < perCaller
  const start = (line: Line): void => {
    running += 1
    line.running += 1
  }
  const nextLine = (): Line | undefined => {
    let next: Line | undefined
    for (const line of lines.values())
      if (line.waiting.length > 0 && (next === undefined || line.running < next.running)) next = line
    return next
  }
  const startWaiting = (): void => {
    for (let line = nextLine(); line !== undefined && mayStart(line); line = nextLine()) {
      start(line)
      line.waiting.shift()?.()
    }
  }
  return {
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.waiting.length, 0),
    take: async (who) => {
      const line = lines.get(who) ?? { running: 0, waiting: [] }
      lines.set(who, line)
      if (mayStart(line)) start(line)
      else await new Promise<void>((next) => line.waiting.push(next))
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        running -= 1
        line.running -= 1
        if (line.running === 0 && line.waiting.length === 0) lines.delete(who)
        startWaiting()
      }
    },
  }
}
