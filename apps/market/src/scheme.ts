export type Scheme = 'light' | 'dark'

const storageKey = 'market.scheme'

/** Light or dark: the visitor's choice, else the device's. */
export function preferredScheme(): Scheme {
  const kept = keptScheme()
  if (kept === 'light' || kept === 'dark') return kept
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Paints the document in a scheme. */
export function showScheme(scheme: Scheme): void {
  document.documentElement.dataset.scheme = scheme
}

export function keepScheme(scheme: Scheme): void {
  try {
    localStorage.setItem(storageKey, scheme)
  } catch {
    // It holds for this visit then.
  }
}

function keptScheme(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // A visitor who blocks storage sees their device's colors.
    return null
  }
}
