/** Returns the visitor's choice of an earlier visit; `undefined` without one or if storage is blocked. */
export function kept(choice: string): string | undefined {
  try {
    return localStorage.getItem(`market.${choice}`) ?? undefined
  } catch {
    // A visitor who blocks storage chooses again on each visit.
    return undefined
  }
}

/** Keeps a choice for the next visit, or only for this one if storage is blocked. */
export function keep(choice: string, value: string): void {
  try {
    localStorage.setItem(`market.${choice}`, value)
  } catch {
    // The choice holds for this visit.
  }
}
