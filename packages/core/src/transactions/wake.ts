import { stopped } from '../wait.ts'

/** A pause that news can end early. News that comes while nobody pauses ends the next pause at once. */
export type Wake = {
  /** Whether news ended it. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<boolean>
  readonly now: () => void
}

export function createWake(): Wake {
  const held: { news: boolean; end: (() => void) | undefined } = { news: false, end: undefined }
  return {
    pause: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          const { news } = held
          held.end = undefined
          held.news = false
          if (signal.aborted) reject(stopped(signal.reason))
          else resolve(news)
        }
        const timer = setTimeout(end, milliseconds)
        held.end = end
        signal.addEventListener('abort', end)
        if (held.news || signal.aborted) end()
      }),
    now: () => {
      held.news = true
      held.end?.()
    },
  }
}
