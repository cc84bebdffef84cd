/** Values that several tasks push and one reader iterates. */
export type Queue<T> = AsyncIterable<T> & {
  readonly push: (value: T) => void
  readonly end: () => void
  readonly fail: (cause: unknown) => void
}

export function createQueue<T>(): Queue<T> {
  const values: T[] = []
  let ended = false
  let failure: { readonly cause: unknown } | undefined
  let notify: (() => void) | undefined
  return {
    push: (value) => {
      values.push(value)
      notify?.()
    },
    end: () => {
      ended = true
      notify?.()
    },
    fail: (cause) => {
      failure ??= { cause }
      notify?.()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (values.length > 0) yield* values.splice(0)
        if (failure !== undefined) throw failure.cause
        if (ended) return
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      }
    },
  }
}
