/** The provider is overloaded: the request may succeed in a moment. */
export class Overload extends Error {
  override readonly name = 'Overload'
  /** The limit that was reached, as metrics name it. */
  readonly limit: string

  constructor(message: string, limit: string) {
    super(message)
    this.limit = limit
  }
}
