/**
 * The arithmetic in which the rules of money are written. They are read twice: with integers, to check a plan, and with
 * the terms of an SMT solver, to prove a theorem about every plan of a bounded size.
 */
export type Logic<N, B> = {
  readonly number: (value: bigint) => N
  readonly plus: (...terms: readonly N[]) => N
  readonly minus: (a: N, b: N) => N
  /** `a` times a small count, and divided by one and rounded down; the count is at least one there. */
  readonly times: (a: N, count: N) => N
  readonly divide: (a: N, count: N) => N
  readonly atMost: (a: N, b: N) => B
  readonly same: (a: N, b: N) => B
  readonly all: (...terms: readonly B[]) => B
  readonly any: (...terms: readonly B[]) => B
  readonly not: (term: B) => B
  readonly choose: (condition: B, a: N, b: N) => N
}

/** Plain integers. */
export const integers: Logic<bigint, boolean> = {
  number: (value) => value,
  plus: (...terms) => terms.reduce((sum, term) => sum + term, 0n),
  minus: (a, b) => a - b,
  times: (a, count) => a * count,
  divide: (a, count) => a / count,
  atMost: (a, b) => a <= b,
  same: (a, b) => a === b,
  all: (...terms) => terms.every(Boolean),
  any: (...terms) => terms.some(Boolean),
  not: (term) => !term,
  choose: (condition, a, b) => (condition ? a : b),
}
