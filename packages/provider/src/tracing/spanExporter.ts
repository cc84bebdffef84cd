import type { Logger } from 'pino'
import type { Attributes, EndedSpan } from './tracer.ts'

/** Where spans are sent, and how the process is described. */
export type ExportSettings = {
  /** The whole address of an OTLP receiver by HTTP, such as `http://collector:4318/v1/traces`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Attributes of the process: its name, its role. */
  readonly resource: Attributes
}

/** Sends spans in the background. */
export type SpanExporter = {
  take(span: EndedSpan): void
  /** Sends what waits, and stops. */
  close(): Promise<void>
}

/** Spans of one post, spans that wait at most, and milliseconds between posts and for one. */
const [batchSize, maxWaiting, interval, timeout] = [512, 4096, 5000, 5000]

/** The numbers of OTLP for kinds and for a failure. */
const kinds = { server: 2, client: 3 }
const failed = 2

const encodedValue = (value: string | number | boolean) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  // 64-bit integers are text in OTLP's JSON.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: encodedValue(value) }))
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`

const spanOf = ({ traceId, spanId, parentId, name, kind, start, end, attributes, error }: EndedSpan) => ({
  traceId,
  spanId,
  name,
  kind: kinds[kind],
  ...(parentId === undefined ? {} : { parentSpanId: parentId }),
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(error === undefined ? attributes : { ...attributes, 'error.type': error }),
  status: error === undefined ? {} : { code: failed },
})

/** The body of one post, in OTLP's JSON encoding. */
const bodyOf = (resource: Attributes, spans: readonly EndedSpan[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: '@sluice/provider' }, spans: spans.map(spanOf) }],
      },
    ],
  })

/** Makes the exporter. While the collector is unreachable, spans are dropped and nothing is delayed. */
export function createSpanExporter({ url, headers, resource }: ExportSettings, log: Logger): SpanExporter {
  let waiting: EndedSpan[] = []
  let isAway = false
  let sending = Promise.resolve()

  const post = async (): Promise<void> => {
    const spans = waiting.splice(0, batchSize)
    if (spans.length === 0) return
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: bodyOf(resource, spans),
        signal: AbortSignal.timeout(timeout),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`The trace collector returned HTTP status ${response.status}.`)
      if (isAway) log.info('traces are being sent again')
      isAway = false
    } catch (cause) {
      if (!isAway)
        log.warn({ err: cause }, 'failed to send traces; they are dropped until the collector answers')
      isAway = true
    }
  }
  const send = (): Promise<void> => {
    sending = sending.then(post)
    return sending
  }
  const timer = setInterval(() => void send(), interval)
  timer.unref()

  return {
    take: (span) => {
      if (waiting.length >= maxWaiting) return
      waiting.push(span)
      if (waiting.length === batchSize) void send()
    },
    close: async () => {
      clearInterval(timer)
      while (waiting.length > 0 && !isAway) await send()
      waiting = []
      await sending
    },
  }
}
