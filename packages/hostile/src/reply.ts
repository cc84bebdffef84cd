/** A client's request. */
export type Request = {
  readonly method: string
  /** Path below the provider's base URL, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
  /** How often this method and path were requested before. Hashes in the path are ignored. */
  readonly count: number
}

/** The response that the client gets. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Milliseconds to wait before it is sent. */
  readonly late?: number
  /** The number of bytes after which the connection is cut. */
  readonly cutAt?: number
  /** Milliseconds between one byte and the next, to send it byte by byte. */
  readonly drip?: number
  /** Whether no response is sent at all. */
  readonly silent?: boolean
}

/** Makes a JSON response. */
export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(value),
})

/** Returns the parsed JSON of a response, or `undefined` if it is not JSON. */
export function readJson({ headers, text }: Reply): unknown {
  if (!(headers['content-type'] ?? '').includes('json')) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
