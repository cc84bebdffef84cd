/** What a server-sent event stream has told so far, as far as it is used. */
export type EventStream = {
  /** The id of the last event: what a server resumes behind. */
  readonly lastId: string | undefined
  /** Milliseconds that the server wants to pass before it is asked again. */
  readonly retry: number | undefined
}

/** Decoded characters of a line after which the rest of it is not kept: only its beginning is read. */
const longestLine = 1_000

/**
 * Reads server-sent events to the end of the stream, and calls `heard` for each: those with data alone, a sign of life is a
 * comment. What they say is not read (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 *
 * @param known what earlier streams of the same told; updated as events come.
 */
export async function readEvents(
  body: NonNullable<Response['body']>,
  known: { lastId: string | undefined; retry: number | undefined },
  heard: () => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const event: { data: boolean; id: string | undefined } = { data: false, id: undefined }
  const take = (line: string): void => {
    if (line === '') {
      if (event.id !== undefined) known.lastId = event.id
      if (event.data) heard()
      event.data = false
      event.id = undefined
      return
    }
    const [, field, value = ''] = /^(data|id|retry)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') event.data = true
    // It goes into a header.
    else if (field === 'id' && /^[\x21-\x7e]{0,200}$/.test(value)) event.id = value
    else if (field === 'retry' && /^[0-9]{1,9}$/.test(value)) known.retry = Number(value)
  }
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    // A line's end may come in two parts; an empty line between them would end an event twice, which does no harm.
    const lines = (rest + value).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '').slice(0, longestLine)
    for (const line of lines) take(line)
  }
}
