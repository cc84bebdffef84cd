import type { Change, Json, Values } from '../parts.ts'

/** A lie in a plan: an honest answer turned into one that robs, deceives or merely tries. */
export type PlanAttack = {
  readonly kind: 'plan'
  /** Row and title, e.g. `L-01 proceeds to the attacker`. */
  readonly name: string
  /** The honest answer that it is a lie about, e.g. `LIST` or `BUY_M`: its first word says which action. */
  readonly on: string
  /** The rule that must stop it; `harmless` where the same bytes must reach the wallet nevertheless. */
  readonly rule: string
  /** Changes the answer in place. Throws or changes nothing where the answer has no place for the lie. */
  readonly change: (answer: Json) => void
}

export type Row = readonly [name: string, change: Change | Values, rule: string, on?: string]

/**
 * Attacks as a table.
 * @param scene the honest answer that they are about where a row names no other.
 * @param edit puts the values of a row that is no function.
 */
export const rows = (
  scene: string,
  edit: (values: Values) => Change,
  all: readonly Row[],
): readonly PlanAttack[] =>
  all.map(([name, values, rule, on = scene]) => {
    const change = typeof values === 'function' ? values : edit(values)
    return { kind: 'plan', name, on, rule, change: (answer) => void change(answer) }
  })

const routes: Readonly<Record<string, string>> = {
  LIST: '/execute/list/',
  BID: '/execute/bid/',
  BUY: '/execute/buy/',
  SELL: '/execute/sell/',
  CXL: '/execute/cancel/',
  XFER: '/execute/transfer/',
}

/** The route whose answer an attack is about. */
export const routeOf = ({ on }: PlanAttack): string => routes[/^[A-Z]+/.exec(on)?.[0] ?? ''] ?? '/'
