import { findingCodes } from '@sluice/guards'
import type { Comparison } from './compare.ts'

type Count = { refused: number; alone: number; asked: number; kept: number }

/** Counts which rules were broken and kept, over compared cases. */
export class Coverage {
  cases = 0
  skipped = 0
  readonly decisions = { allow: 0, confirm: 0, block: 0 }
  readonly #codes = new Map<string, Count>()
  readonly #letThrough = new Map<string, number>()
  readonly #seenIn = new Map<string, Set<string>>()

  add(kind: string, { verdict, judgment }: Pick<Comparison, 'verdict' | 'judgment'>): void {
    this.cases += 1
    this.decisions[verdict.decision] += 1
    if (verdict.decision !== 'block') this.#letThrough.set(kind, (this.#letThrough.get(kind) ?? 0) + 1)
    const severities = new Map(verdict.findings.map(({ code, severity }) => [`${code} ${severity}`, code]))
    for (const [key, code] of severities) {
      const count = this.#codes.get(code) ?? { refused: 0, alone: 0, asked: 0, kept: 0 }
      if (key.endsWith(' block')) {
        count.refused += 1
        if (judgment.refuses.size === 1 && judgment.refuses.has(code)) count.alone += 1
      } else if (key.endsWith(' confirm')) count.asked += 1
      this.#codes.set(code, count)
      this.#seenIn.set(code, (this.#seenIn.get(code) ?? new Set()).add(kind))
    }
  }

  /** Each code of a finding: how often it was reported, and in how many plans that were let through it was kept. */
  rows(): readonly (Count & { readonly code: string })[] {
    return Object.keys(findingCodes).map((code) => {
      const count = this.#codes.get(code) ?? { refused: 0, alone: 0, asked: 0, kept: 0 }
      const through = [...(this.#seenIn.get(code) ?? [])].reduce(
        (sum, kind) => sum + (this.#letThrough.get(kind) ?? 0),
        0,
      )
      return { code, ...count, kept: through - count.asked }
    })
  }

  /** Codes that no case led to. */
  unseen(): readonly string[] {
    return this.rows().flatMap(({ code, refused, asked }) => (refused + asked === 0 ? [code] : []))
  }

  table(): string {
    const seen = this.rows().filter(({ refused, asked }) => refused + asked > 0)
    const row = (...cells: readonly (string | number)[]) =>
      cells.map((cell, at) => (at === 0 ? `${cell}`.padEnd(22) : `${cell}`.padStart(10))).join(' ')
    const { allow, confirm, block } = this.decisions
    return [
      row('broken rule', 'refused', 'alone', 'asked', 'kept'),
      ...seen.map(({ code, refused, alone, asked, kept }) => row(code, refused, alone, asked, kept)),
      '',
      `Never broken (${this.unseen().length}): ${this.unseen().join(', ')}.`,
      `${this.cases} cases: ${allow} allowed, ${confirm} asked about, ${block} refused; ${this.skipped} could not be written.`,
    ].join('\n')
  }
}
