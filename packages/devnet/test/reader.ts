/** A reader of a provider's event stream that reconnects as a browser does: with the last id it saw. */
export type Reader = {
  /** Ids of the received events, in order. */
  readonly heard: readonly string[]
  readonly gaps: () => number
  /** How often it reconnected after it had received events. */
  readonly resumed: () => number
  stop(): Promise<void>
}

/** Reads `url` until it is stopped, even if the process behind it exits. Starts with the first event. */
export function readEvents(url: string): Reader {
  const heard: string[] = []
  const stopped = new AbortController()
  let gaps = 0
  let resumed = 0
  const take = (block: string): void => {
    if (/^event: gap$/m.test(block)) gaps += 1
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    if (id !== undefined) heard.push(id)
  }
  const connect = async (): Promise<void> => {
    const response = await fetch(url, {
      headers: { 'last-event-id': heard.at(-1) ?? '0' },
      signal: stopped.signal,
    })
    if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`)
    if (heard.length > 0) resumed += 1
    let rest = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await connect()
      } catch {
        // Cut off when the test kills the process: the next connection continues from the last id.
      }
      if (!stopped.signal.aborted) await new Promise((wake) => setTimeout(wake, 100))
    }
  }
  const running = run()
  return {
    heard,
    gaps: () => gaps,
    resumed: () => resumed,
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
