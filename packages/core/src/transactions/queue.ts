/** Values from several tasks, read by one. */
export type Queue<T> = AsyncIterable<T> & {
  readonly push: (value: T) => void
  readonly end: () => void
  readonly fail: (cause: unknown) => void
}

export function createQueue<T>(): Queue<T> {
  const values: T[] = []
  const held: { ended: boolean; failure: { cause: unknown } | undefined; tell: (() => void) | undefined } = {
    ended: false,
    failure: undefined,
    tell: undefined,
  }
  const tell = () => held.tell?.()
  return {
    push: (value) => {
      values.push(value)
      tell()
    },
    end: () => {
      held.ended = true
      tell()
    },
    fail: (cause) => {
      held.failure ??= { cause }
      tell()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (values.length > 0) yield values.shift() as T
        if (held.failure !== undefined) throw held.failure.cause
        if (held.ended) return
        await new Promise<void>((resolve) => {
          held.tell = resolve
        })
      }
    },
  }
}
