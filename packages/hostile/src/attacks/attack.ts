import type { Change, Json, Values } from '../parts.ts'

/** An attack in a plan: a change that turns an honest plan into one that steals or deceives. */
export type PlanAttack = {
  readonly kind: 'plan'
  /** Id and title, e.g. `L-01 proceeds to the attacker`. */
  readonly name: string
  /** The honest plan that it changes, e.g. `LIST` or `BUY_M`. The letters before `_` name the action. */
  readonly on: string
  /** The rule that must stop it; `harmless` if the wallet must get the same bytes as without it. */
  readonly rule: string
  /** Changes the plan in place. Throws or changes nothing if the plan has no place for the attack. */
  readonly change: (answer: Json) => void
}

/** One attack as a row of a table. */
export type Row = readonly [name: string, change: Change | Values, rule: string, on?: string]

/**
 * Makes attacks from the rows of a table.
 *
 * @param scene The honest plan to change, unless a row names another.
 * @param edit Makes a change from the values of a row that has no function.
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

/** Returns the route whose response an attack changes. */
export const routeOf = ({ on }: PlanAttack): string => routes[/^[A-Z]+/.exec(on)?.[0] ?? ''] ?? '/'
