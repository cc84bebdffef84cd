/** One event to be sent to a reader. */
export type Line = { readonly event: string; readonly data: string; readonly id?: string }

/** The most events, and bytes of them, that are queued for a slow reader before it is disconnected. */
const [maxLines, maxBytes] = [1000, 1024 * 1024]

/** Lines to be sent to one reader. */
export type EventQueue = {
  readonly closed: boolean
  push(line: Line): void
  close(): void
  take(): Line | undefined
  /** Resolves when there is something to do, or after `milliseconds`. */
  wait(milliseconds: number): Promise<void>
}

/** @param overflow called once when a reader does not keep up; from then on nothing is queued for it. */
export function createEventQueue(overflow: () => void): EventQueue {
  const lines: Line[] = []
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
    push: (line) => {
      if (closed) return
      bytes += line.data.length
      lines.push(line)
      if (lines.length > maxLines || bytes > maxBytes) {
        lines.length = 0
        close()
        overflow()
      } else wake?.()
    },
    close,
    take: () => {
      const line = lines.shift()
      if (line !== undefined) bytes -= line.data.length
      return line
    },
    wait: async (milliseconds) => {
      if (lines.length > 0 || closed) return
      await new Promise<void>((done) => {
        const timer = setTimeout(done, milliseconds)
        wake = () => {
          clearTimeout(timer)
          done()
        }
      })
      wake = undefined
    },
  }
}
