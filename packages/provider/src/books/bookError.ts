/**
 * - unreachable: no answer, an error of the service, or one that took too long.
 * - limited: too many requests; `after` says for how long.
 * - refused: the book answered that it will not do this.
 * - unreadable: an answer that is not of the published form, or too large.
 */
export type BookErrorKind = 'unreachable' | 'limited' | 'refused' | 'unreadable'

/** Why another order book did not do what it was asked. Its message is safe to log: it holds no key. */
export class BookError extends Error {
  override readonly name = 'BookError'
  readonly kind: BookErrorKind
  /** Status of the answer; 0 when there was none. */
  readonly status: number
  /** Milliseconds after which the book may be asked again. */
  readonly after: number | undefined

  constructor(kind: BookErrorKind, message: string, status = 0, after?: number) {
    super(message)
    this.kind = kind
    this.status = status
    this.after = after
  }
}
