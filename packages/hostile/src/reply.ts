/** A client's request. */
export type Request = {
  readonly method: string
  /** Below the provider's base, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
  /** How often this method and path were requested before; hashes in the path do not count. */
  readonly count: number
}

/** The response that the client gets. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Milliseconds until it is sent. */
  readonly late?: number
  /** The number of bytes after which the connection is cut. */
  readonly cutAt?: number
  /** Milliseconds between one byte and the next. */
  readonly drip?: number
  /** Never sent. */
  readonly silent?: boolean
}

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(value),
})

/** The JSON of a response, or `undefined`. */
export function readJson({ headers, text }: Reply): unknown {
  if (!(headers['content-type'] ?? '').includes('json')) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
