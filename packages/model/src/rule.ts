/**
 * One rule: when something of a case breaks it, and what follows. `code` is the code of the finding that the guards
 * report for it, and the only thing that model and guards have in common.
 */
export type Rule<T> = {
  readonly code: string
  /** The condition, as one sentence. */
  readonly says: string
  readonly breaks: (subject: T) => boolean
  /** If it is broken, the user is asked; without this field, the plan is refused. */
  readonly asks?: true
}

/** The model's verdict on a case: the rules that it breaks, and what an allowed plan does. */
export type ExpectedVerdict = {
  readonly decision: 'allow' | 'confirm' | 'block'
  readonly refuses: ReadonlySet<string>
  readonly asks: ReadonlySet<string>
  /** Questions that only another way to serve the items needs: asking them is allowed, and not needed. */
  readonly mayAsk: ReadonlySet<string>
  /** What leaves, arrives or is signed if the plan is let through; see each action. */
  readonly does: readonly string[]
}

/** Collects the broken rules of a case. */
export class Violations {
  readonly refuses = new Set<string>()
  readonly asks = new Set<string>()
  readonly mayAsk = new Set<string>()

  /** Applies rules to one subject. Returns whether none of them refuses. */
  try<T>(rules: readonly Rule<T>[], subject: T): boolean {
    const broken = rules.filter((rule) => rule.breaks(subject))
    for (const { code, asks } of broken) (asks ? this.asks : this.refuses).add(code)
    return broken.every(({ asks }) => asks)
  }

  refuse(code: string): void {
    this.refuses.add(code)
  }

  ask(code: string): void {
    this.asks.add(code)
  }

  close(does: readonly string[]): ExpectedVerdict {
    const decision = this.refuses.size > 0 ? 'block' : this.asks.size > 0 ? 'confirm' : 'allow'
    return {
      decision,
      refuses: this.refuses,
      asks: this.asks,
      mayAsk: this.mayAsk,
      does: decision === 'block' ? [] : does.toSorted(),
    }
  }
}
