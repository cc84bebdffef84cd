import { keep, kept } from './kept.ts'

export type Scheme = 'light' | 'dark'

export const schemeChoices = ['system', 'light', 'dark'] as const
/** What the visitor chose: a scheme, or that of their device. */
export type SchemeChoice = (typeof schemeChoices)[number]

const deviceIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

/** The visitor's choice on an earlier visit; their device's without one. */
export function keptChoice(): SchemeChoice {
  const choice = kept('scheme')
  return schemeChoices.find((known) => known === choice) ?? 'system'
}

/** The scheme that a choice means on this device now. */
export const schemeOf = (choice: SchemeChoice): Scheme =>
  choice === 'system' ? (deviceIsDark().matches ? 'dark' : 'light') : choice

/** Calls back when the device changes its scheme. Returns the function that stops it. */
export function watchDevice(changed: () => void): () => void {
  const device = deviceIsDark()
  device.addEventListener('change', changed)
  return () => device.removeEventListener('change', changed)
}

/** Paints the document in a scheme. */
export function showScheme(scheme: Scheme): void {
  document.documentElement.dataset.scheme = scheme
}

export const keepChoice = (choice: SchemeChoice): void => keep('scheme', choice)
