/** One response of the provider, with its request. */
export type Answer = {
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  readonly sent: unknown
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON. Fails the check if it is not JSON. */
  json(): unknown
}

/** The rule does not hold; the message says what was seen instead. */
export class RuleFailed extends Error {
  override readonly name = 'RuleFailed'
  readonly answer: Answer | undefined
  constructor(message: string, answer?: Answer) {
    super(message)
    this.answer = answer
  }
}

/** The rule cannot be checked here; the message says what the provider would have to contain. */
export class RuleSkipped extends Error {
  override readonly name = 'RuleSkipped'
}

/** Fails the check unless `holds`. */
export function must(holds: boolean, otherwise: string, answer?: Answer): asserts holds {
  if (!holds) throw new RuleFailed(otherwise, answer)
}
