import type { Change, Json, Values } from '../parts.ts'

/** An attack in a plan: an honest plan turned into one that robs, deceives or tries to. */
export type PlanAttack = {
  readonly kind: 'plan'
  /** Id and title, e.g. `L-01 proceeds to the attacker`. */
  readonly name: string
  /** The honest plan that it changes, e.g. `LIST` or `BUY_M`: the first word is the action. */
  readonly on: string
  /** The rule that must stop it; `harmless` if the same bytes must reach the wallet nevertheless. */
  readonly rule: string
  /** Changes the plan in place. Throws or changes nothing if the plan has no place for the attack. */
  readonly change: (answer: Json) => void
}

export type Row = readonly [name: string, change: Change | Values, rule: string, on?: string]

/**
 * Attacks as a table.
 * @param scene the honest plan to change, unless a row names another.
 * @param edit applies the values of a row that is not a function.
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

/** The route whose response an attack changes. */
export const routeOf = ({ on }: PlanAttack): string => routes[/^[A-Z]+/.exec(on)?.[0] ?? ''] ?? '/'
