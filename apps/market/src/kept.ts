/** What the visitor chose on an earlier visit; `undefined` without a choice, and for one who blocks storage. */
export function kept(choice: string): string | undefined {
  try {
    return localStorage.getItem(`market.${choice}`) ?? undefined
  } catch {
    // A visitor who blocks storage chooses again on each visit.
    return undefined
  }
}

/** Keeps a choice for the next visit; where storage is blocked it holds for this one. */
export function keep(choice: string, value: string): void {
  try {
    localStorage.setItem(`market.${choice}`, value)
  } catch {
    // It holds for this visit then.
  }
}
