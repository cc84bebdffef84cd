import { useState } from 'react'

/**
 * How many tokens or orders one action takes at most: a provider reads no more of them with one request. The same as
 * the kit's `listLimit`, whose file a page loads with the first dialog only.
 */
export const mostChosen = 50

/** Returns the chosen names with another one, or without it if it is chosen; never more than one action takes. */
export const toggled = <T extends string>(chosen: readonly T[], name: T): readonly T[] =>
  chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name].slice(0, mostChosen)

/** Tokens or orders that the visitor ticks, to do something with all of them at once. */
type Selection<T extends string> = {
  /** Without what is not there any more. */
  readonly chosen: readonly T[]
  /** Whether no other can be chosen. */
  readonly isFull: boolean
  readonly toggle: (name: T) => void
  readonly clear: () => void
}

/** @param all what can be chosen now. */
export function useSelection<T extends string>(all: readonly T[]): Selection<T> {
  const [ticked, setTicked] = useState<readonly T[]>([])
  const stillThere = (names: readonly T[]) => names.filter((name) => all.includes(name))
  const chosen = stillThere(ticked)
  return {
    chosen,
    isFull: chosen.length === mostChosen,
    toggle: (name) => setTicked((before) => toggled(stillThere(before), name)),
    clear: () => setTicked([]),
  }
}
