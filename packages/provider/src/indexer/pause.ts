/** A pause between two turns of work, which an announcement or the end of the process cuts short. */
export type Pause = {
  /** Ends the pause, or the next one when work is in progress. */
  nudge(): void
  rest(milliseconds: number): Promise<void>
}

export function createPause(stopped: AbortSignal): Pause {
  let wake: (() => void) | undefined
  let announced = false
  stopped.addEventListener('abort', () => wake?.(), { once: true })
  return {
    nudge: () => {
      announced = true
      wake?.()
    },
    rest: (milliseconds) =>
      new Promise((done) => {
        const end = () => {
          announced = false
          wake = undefined
          clearTimeout(timer)
          done()
        }
        const timer = setTimeout(end, milliseconds)
        wake = end
        if (announced || stopped.aborted) end()
      }),
  }
}
