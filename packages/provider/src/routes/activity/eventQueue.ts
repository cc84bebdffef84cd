/** One event on its way to a reader. */
export type Line = { readonly event: string; readonly data: string; readonly id?: string }

/** Events, and bytes of them, that may wait for a slow reader before its connection is cut. */
const [mostLines, mostBytes] = [1000, 1024 * 1024]

/** Lines on their way to one reader. */
export type EventQueue = {
  readonly closed: boolean
  push(line: Line): void
  close(): void
  take(): Line | undefined
  /** Until there is something to do, or `milliseconds` have passed. */
  wait(milliseconds: number): Promise<void>
}

/** @param overflow called once when a reader does not keep up: nothing is kept for it from then on. */
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
      if (lines.length > mostLines || bytes > mostBytes) {
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
