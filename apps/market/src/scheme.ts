import { keep, kept } from './kept.ts'

export type Scheme = 'light' | 'dark'

export const schemeChoices = ['system', 'light', 'dark'] as const
/** The visitor's choice: a scheme, or the one of their device. */
export type SchemeChoice = (typeof schemeChoices)[number]

const deviceIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

/** Returns the visitor's choice of an earlier visit, or the device's scheme without one. */
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
