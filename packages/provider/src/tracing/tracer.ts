import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Values that describe a span, named as OpenTelemetry's semantic conventions name them. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span that has ended, with times in milliseconds of the unix epoch. */
export type EndedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: 'server' | 'client'
  readonly start: number
  readonly end: number
  readonly attributes: Attributes
  /** The kind of the error that ended it; `undefined` when it ended well. */
  readonly error: string | undefined
}

/** How a request is described once it is answered. */
export type Outcome = {
  readonly name: string
  readonly attributes: Attributes
  readonly error?: string | undefined
}

/** Records what a request waits for, as spans of one trace. */
export type Tracer = {
  /**
   * Runs a request in the first span of a trace here.
   * @param parent the `traceparent` header of W3C that it goes on with; a new trace begins without a valid one.
   * @param outcome describes the span, once `work` has ended.
   */
  request<T>(parent: string | undefined, work: () => Promise<T>, outcome: () => Outcome): Promise<T>
  /** Runs a call to another service in a span of the current request; outside of traced requests as it is. */
  call<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
}

type Context = { readonly traceId: string; readonly spanId: string }

/** The parent that a `traceparent` header names, and whether it is recorded; `undefined` for any other text. */
function parentOf(header: string | undefined): (Context & { readonly isSampled: boolean }) | undefined {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 }
}

const idOf = (bytes: number): string => randomBytes(bytes).toString('hex')
const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : typeof cause)
const now = (): number => performance.timeOrigin + performance.now()

/**
 * Makes a tracer.
 * @param ratio the share of new traces that is recorded, from 0 to 1.
 * @param take receives each span when it ends.
 */
export function createTracer(ratio: number, take: (span: EndedSpan) => void): Tracer {
  const current = new AsyncLocalStorage<Context>()
  return {
    request: async (header, work, outcome) => {
      const parent = parentOf(header)
      if (!(parent?.isSampled ?? Math.random() < ratio)) return work()
      const context = { traceId: parent?.traceId ?? idOf(16), spanId: idOf(8) }
      const start = now()
      try {
        return await current.run(context, work)
      } finally {
        const end = { start, end: now(), error: undefined }
        take({ ...context, parentId: parent?.spanId, kind: 'server', ...end, ...outcome() })
      }
    },
    call: async (name, attributes, work) => {
      const parent = current.getStore()
      if (parent === undefined) return work()
      const context = { traceId: parent.traceId, spanId: idOf(8) }
      const start = now()
      let error: string | undefined
      try {
        return await current.run(context, work)
      } catch (cause) {
        error = nameOf(cause)
        throw cause
      } finally {
        take({
          ...context,
          parentId: parent.spanId,
          kind: 'client',
          name,
          start,
          end: now(),
          attributes,
          error,
        })
      }
    },
  }
}
