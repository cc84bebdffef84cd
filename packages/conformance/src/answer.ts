/** A response of the provider, with its request. */
export type Answer = {
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  readonly sent: unknown
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parses the body as JSON. Fails the check if it is not JSON. */
  json(): unknown
}

/** Thrown if the rule is not met. The message says what was found instead. */
export class RuleFailed extends Error {
  override readonly name = 'RuleFailed'
  readonly answer: Answer | undefined
  constructor(message: string, answer?: Answer) {
    super(message)
    this.answer = answer
  }
}

/** Thrown if the rule cannot be checked. The message says what the provider would need to have. */
export class RuleSkipped extends Error {
  override readonly name = 'RuleSkipped'
}

/** Fails the check unless `holds`. */
export function must(holds: boolean, otherwise: string, answer?: Answer): asserts holds {
  if (!holds) throw new RuleFailed(otherwise, answer)
}
