import fc from 'fast-check'
import type { Kind } from './cases.ts'
import { kinds } from './cases.ts'
import { compare } from './compare.ts'
import type { Coverage } from './coverage.ts'

const isUnwritable = (cause: unknown): boolean =>
  cause instanceof Error && ['SeaportError', 'TermsError', 'FractionError'].includes(cause.name)

/** Compares one case. Returns in one sentence where model and guards disagree. */
export function disagreement(
  kind: Kind,
  given: unknown,
  coverage: Coverage,
  judge = kind.judge,
): string | undefined {
  let written: ReturnType<Kind['write']>
  try {
    written = kind.write(given as never)
  } catch (cause) {
    // Seaport has no call for it, e.g. a part of an order that is filled whole.
    if (!isUnwritable(cause)) throw cause
    coverage.counts.skipped += 1
    return undefined
  }
  const comparison = compare(written, judge(given as never))
  coverage.add(kind.name, written, comparison)
  return comparison.difference
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each) =>
    typeof each === 'bigint' ? `${each}n` : each instanceof Map ? Object.fromEntries(each) : each,
  )

/** Compares so many cases of a seed. Returns the smallest disagreement of each kind of case. */
export function compareCases(seed: number, cases: number, coverage: Coverage, of = kinds): readonly string[] {
  const weights = of.reduce((sum, { weight }) => sum + weight, 0)
  return of.flatMap((kind) => {
    const found = fc.check(
      fc.property(kind.cases, (given) => {
        const difference = disagreement(kind, given, coverage)
        if (difference !== undefined) throw new Error(difference)
      }),
      { seed, numRuns: Math.ceil((cases * kind.weight) / weights) },
    )
    if (!found.failed) return []
    const told = found.errorInstance instanceof Error ? found.errorInstance.message : 'It failed.'
    return [`${kind.name}, seed ${seed}: ${told}\n${textOf(found.counterexample?.[0])}`]
  })
}
