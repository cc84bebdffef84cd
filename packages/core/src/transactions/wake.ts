import { stopped } from '../wait.ts'

/** A pause that can be ended early. A wake-up while nobody pauses ends the next pause at once. */
export type Wake = {
  /** Resolves to whether it was ended early. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<boolean>
  readonly wakeUp: () => void
}

export function createWake(): Wake {
  const held: { awake: boolean; end: (() => void) | undefined } = { awake: false, end: undefined }
  return {
    pause: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          const { awake } = held
          held.end = undefined
          held.awake = false
          if (signal.aborted) reject(stopped(signal.reason))
          else resolve(awake)
        }
        const timer = setTimeout(end, milliseconds)
        held.end = end
        signal.addEventListener('abort', end)
        if (held.awake || signal.aborted) end()
      }),
    wakeUp: () => {
      held.awake = true
      held.end?.()
    },
  }
}
