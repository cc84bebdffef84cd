import fc from 'fast-check'
import type { Kind } from './cases.ts'
import { kinds } from './cases.ts'
import { variants } from './changes.ts'
import { compare } from './compare.ts'
import { Coverage } from './coverage.ts'

const isUnwritable = (cause: unknown): boolean =>
  cause instanceof Error && ['SeaportError', 'TermsError', 'FractionError'].includes(cause.name)

/** Compares one case, unless it came before. Returns in one sentence where model and guards disagree. */
export function disagreement(kind: Kind, given: unknown, coverage: Coverage): string | undefined {
  let written: ReturnType<Kind['write']>
  try {
    written = kind.write(given as never)
  } catch (cause) {
    // Seaport has no call for it, e.g. a part of an order that is filled whole.
    if (!isUnwritable(cause)) throw cause
    coverage.counts.skipped += 1
    return undefined
  }
  if (!coverage.isNew(written)) return undefined
  const comparison = compare(written, kind.check(given as never))
  coverage.add(kind.name, comparison)
  return comparison.difference
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each) =>
    typeof each === 'bigint' ? `${each}n` : each instanceof Map ? Object.fromEntries(each) : each,
  )

/** Compares so many cases of a seed, less those that come again. Returns the smallest disagreement of each kind of case. */
export function compareCases(seed: number, cases: number, coverage: Coverage, of = kinds): readonly string[] {
  const weights = of.reduce((sum, { weight }) => sum + weight, 0)
  return of.flatMap((kind) => {
    let smallest: { readonly one: unknown } | undefined
    const found = fc.check(
      fc.property(kind.cases, (given) => {
        // While a disagreement is made smaller, cases come again.
        const counted = smallest === undefined ? coverage : new Coverage()
        for (const one of given) {
          const difference = disagreement(kind, one, counted)
          if (difference === undefined) continue
          smallest = { one }
          throw new Error(difference)
        }
      }),
      { seed, numRuns: Math.ceil((cases * kind.weight) / weights / variants) },
    )
    if (!found.failed) return []
    const told = found.errorInstance instanceof Error ? found.errorInstance.message : 'It failed.'
    return [`${kind.name}, seed ${seed}: ${told}\n${textOf(smallest?.one)}`]
  })
}
