/** The most events, and bytes of them, that are queued for a slow reader before it is disconnected. */
const [maxEvents, maxBytes] = [1000, 1024 * 1024]
/** The most events that are sent at once. */
const maxTaken = 64

/** Events to be sent to one reader, as text. */
export type EventQueue = {
  readonly closed: boolean
  push(event: string): void
  close(): void
  /** Takes the next events as one text; `''` when there are none. */
  take(): string
  /** Resolves to true when there is something to do, and to false after `milliseconds` without. */
  wait(milliseconds: number): Promise<boolean>
}

/** @param overflow called once when a reader does not keep up; from then on nothing is queued for it. */
export function createEventQueue(overflow: () => void): EventQueue {
  const events: string[] = []
  let bytes = 0
  let wake: (() => void) | undefined
  let closed = false
  const close = (): void => {
    closed = true
    wake?.()
  }
  return {
    get closed() {
      return closed
    },
    push: (event) => {
      if (closed) return
      bytes += event.length
      events.push(event)
      if (events.length > maxEvents || bytes > maxBytes) {
        events.length = 0
        close()
        overflow()
      } else wake?.()
    },
    close,
    take: () => {
      const text = events.splice(0, maxTaken).join('')
      bytes -= text.length
      return text
    },
    wait: async (milliseconds) => {
      if (events.length > 0 || closed) return true
      const isWoken = await new Promise<boolean>((done) => {
        const timer = setTimeout(() => done(false), milliseconds)
        wake = () => {
          clearTimeout(timer)
          done(true)
        }
      })
      wake = undefined
      return isWoken
    },
  }
}
