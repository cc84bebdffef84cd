import fc from 'fast-check'
import type { PlanItem, Unexpected } from '../src/unexpected.ts'

/** What a lying provider, another intent or another chain makes of a case; `at` and `n` say where and how. */
export type Change<TCase> = (one: TCase, at: number, n: number) => TCase

export const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

const unexpected: readonly Unexpected['what'][] = [
  'call to a stranger',
  'raise the counter',
  'unknown function of Seaport',
  'text',
  'text with a hash',
  'text with hidden characters',
  'typed data',
]

/** How many cases are made of one honest case. What they have in common is generated and written only once. */
export const variants = 8

/** An honest case, and others with one to three changes of a table. Fewer changes are a smaller case. */
export function variantsOf<TCase>(
  honest: fc.Arbitrary<TCase>,
  table: Readonly<Record<string, Change<TCase>>>,
): fc.Arbitrary<readonly TCase[]> {
  // The first is the smallest.
  const changes: readonly Change<TCase>[] = [(one) => one, ...Object.values(table)]
  const change = fc.tuple(fc.nat({ max: changes.length - 1 }), fc.nat({ max: 11 }), fc.nat({ max: 11 }))
  const chosen = fc.array(change, { minLength: 1, maxLength: 3 })
  return fc
    .tuple(honest, fc.tuple(...Array.from({ length: variants - 1 }, () => chosen)))
    .map(([one, all]) => [
      one,
      ...all.map((some) =>
        some.reduce((made, [which, at, n]) => (changes[which] as Change<TCase>)(made, at, n), one),
      ),
    ])
}

/** Changes that every plan can have: items moved, left out, repeated, done, empty, or added. */
export function itself<
  TStep extends PlanItem<unknown>,
  TCase extends { readonly plan: readonly TStep[] },
>(): Readonly<Record<string, Change<TCase>>> {
  const edited =
    (edit: (plan: readonly TStep[], at: number, n: number) => readonly TStep[]): Change<TCase> =>
    (one, at, n) =>
      one.plan.length === 0 ? one : { ...one, plan: edit(one.plan, at % one.plan.length, n) }
  const replaced = (change: (step: TStep, n: number) => TStep) =>
    edited((plan, at, n) => plan.with(at, change(plan[at] as TStep, n)))
  return {
    'an item left out': edited((plan, at) => plan.toSpliced(at, 1)),
    'an item twice': edited((plan, at, n) => plan.toSpliced(n % (plan.length + 1), 0, plan[at] as TStep)),
    'an item moved': edited((plan, at, n) =>
      plan.toSpliced(at, 1).toSpliced(n % plan.length, 0, plan[at] as TStep),
    ),
    'an item said to be done': replaced((step) => ({ ...step, isComplete: true })),
    'an item without data': replaced((step) => ({ ...step, isEmpty: true })),
    'another sender': replaced((step, n) => ({ ...step, from: pick(['stranger', 'nobody'] as const, n) })),
    'another chain': replaced((step, n) => ({ ...step, chain: pick(['other', 'same'] as const, n) })),
    'an item that nothing needs': (one, at, n) => ({
      ...one,
      plan: one.plan.toSpliced(at % (one.plan.length + 1), 0, {
        does: 'unexpected',
        what: pick(unexpected, n),
        isComplete: false,
        isEmpty: false,
        from: 'account',
        chain: 'none',
      } as unknown as TStep),
    }),
  }
}
