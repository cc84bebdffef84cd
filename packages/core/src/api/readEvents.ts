/** What is kept of a server-sent event stream. */
export type EventStream = {
  /** The id of the last event, after which a server resumes. */
  readonly lastId: string | undefined
  /** Milliseconds that the server asks to wait before reconnecting. */
  readonly retry: number | undefined
}

/** How many characters of a line are kept: only its beginning is read. */
const longestLine = 1_000

/**
 * Reads server-sent events to the end of the stream, and calls `onMessage` for each event with data. Their content is
 * not read (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 *
 * @param known what is kept of earlier streams; updated as events arrive.
 * @param signal ends the stream, also where the body does not listen to it: that of Node.js may stop to.
 */
export async function readEvents(
  body: NonNullable<Response['body']>,
  known: { lastId: string | undefined; retry: number | undefined },
  onMessage: () => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // It fails where the body has ended by itself.
  const stop = () => reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  const event: { data: boolean; id: string | undefined } = { data: false, id: undefined }
  const take = (line: string): void => {
    if (line === '') {
      if (event.id !== undefined) known.lastId = event.id
      if (event.data) onMessage()
      event.data = false
      event.id = undefined
      return
    }
    const [, field, value = ''] = /^(data|id|retry)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') event.data = true
    // The id goes into a header.
    else if (field === 'id' && /^[\x21-\x7e]{0,200}$/.test(value)) event.id = value
    else if (field === 'retry' && /^[0-9]{1,9}$/.test(value)) known.retry = Number(value)
  }
  try {
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      // A line ending may be split; an empty line between its parts ends an event twice, which is harmless.
      const lines = (rest + value).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '').slice(0, longestLine)
      for (const line of lines) take(line)
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
