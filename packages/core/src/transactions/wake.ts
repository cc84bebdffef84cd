import { stopped } from '../wait.ts'

/** A pause that can end early. `wakeUp` outside of a pause ends the next one at once. */
export type Wake = {
  /** Resolves to whether the pause ended early. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<boolean>
  readonly wakeUp: () => void
}

export function createWake(): Wake {
  let isAwake = false
  let endPause: (() => void) | undefined
  return {
    pause: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          if (signal.aborted) reject(stopped(signal.reason))
          else resolve(isAwake)
          endPause = undefined
          isAwake = false
        }
        const timer = setTimeout(end, milliseconds)
        endPause = end
        signal.addEventListener('abort', end)
        if (isAwake || signal.aborted) end()
      }),
    wakeUp: () => {
      isAwake = true
      endPause?.()
    },
  }
}
