/** One answer of the provider, with the request that it belongs to. */
export type Answer = {
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  readonly sent: unknown
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; ends the check as unmet when it is none. */
  json(): unknown
}

/** The rule does not hold; the message says what was seen instead. */
export class Unmet extends Error {
  override readonly name = 'Unmet'
  readonly answer: Answer | undefined
  constructor(message: string, answer?: Answer) {
    super(message)
    this.answer = answer
  }
}

/** The rule cannot be looked at here; the message says what the provider would have to hold. */
export class NotTried extends Error {
  override readonly name = 'NotTried'
}

/** Ends the check as unmet unless `holds`. */
export function must(holds: boolean, otherwise: string, answer?: Answer): asserts holds {
  if (!holds) throw new Unmet(otherwise, answer)
}
