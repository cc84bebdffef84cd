/** Values that several tasks push and one reader iterates. */
export type Queue<T> = AsyncIterable<T> & {
  readonly push: (value: T) => void
  readonly end: () => void
  readonly fail: (cause: unknown) => void
}

export function createQueue<T>(): Queue<T> {
  const values: T[] = []
  const held: { ended: boolean; failure: { cause: unknown } | undefined; notify: (() => void) | undefined } =
    {
      ended: false,
      failure: undefined,
      notify: undefined,
    }
  const notify = () => held.notify?.()
  return {
    push: (value) => {
      values.push(value)
      notify()
    },
    end: () => {
      held.ended = true
      notify()
    },
    fail: (cause) => {
      held.failure ??= { cause }
      notify()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (values.length > 0) yield values.shift() as T
        if (held.failure !== undefined) throw held.failure.cause
        if (held.ended) return
        await new Promise<void>((resolve) => {
          held.notify = resolve
        })
      }
    },
  }
}
