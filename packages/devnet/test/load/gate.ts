/** Lets work run at once, until some has to run alone. */
export type Gate = {
  /** Runs `work`, after what runs alone. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` once everything that passed has ended, while the rest waits. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  const running = new Set<Promise<unknown>>()
  let closed: Promise<unknown> | undefined
  return {
    pass: async (work) => {
      while (closed !== undefined) await closed
      const done = work()
      const ended = done.catch(() => undefined)
      running.add(ended)
      await ended
      running.delete(ended)
      return done
    },
    alone: async (work) => {
      while (closed !== undefined) await closed
      const done = Promise.all(running).then(work)
      closed = done.catch(() => undefined)
      await closed
      closed = undefined
      return done
    },
  }
}
