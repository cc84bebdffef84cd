import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  keepChoice,
  keptChoice,
  type Scheme,
  type SchemeChoice,
  schemeOf,
  showScheme,
  watchDevice,
} from './scheme.ts'

export type SchemeState = {
  readonly scheme: Scheme
  readonly choice: SchemeChoice
  readonly choose: (choice: SchemeChoice) => void
}

/** Light or dark, as the visitor chose; the device's, also when that changes while the page is open. */
export function useScheme(): SchemeState {
  const [choice, setChoice] = useState(keptChoice)
  const scheme = useSyncExternalStore(watchDevice, () => schemeOf(choice))
  useEffect(() => showScheme(scheme), [scheme])
  return {
    scheme,
    choice,
    choose: (next) => {
      keepChoice(next)
      setChoice(next)
    },
  }
}
