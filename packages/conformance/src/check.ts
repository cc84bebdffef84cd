import { RuleSkipped } from './answer.ts'
import type { Ask } from './ask.ts'
import type { ProviderData } from './discover.ts'

/** Where a rule comes from: what a client needs, what hosts expect, or what is recommended. */
export type Level = 'required' | 'expected' | 'extra'

/** What a check may use: the provider, and what was found on it before the checks began. */
export type Context = {
  readonly ask: Ask
  readonly providerData: ProviderData
  /** An account that owns and signed nothing, for plans that nobody will execute. */
  readonly stranger: `0x${string}`
}

/** One rule: what must hold, and the function that checks it. */
export type Check = {
  /** Stable name of the rule, such as `buy-sale-step`. */
  readonly id: string
  readonly area: 'transport' | 'reads' | 'plans' | 'posts' | 'status' | 'apps' | 'push'
  readonly level: Level
  /** What must hold, as a sentence. */
  readonly rule: string
  run(context: Context): Promise<void>
}

/** Makes the rules of one area: by level, each with its id, what must hold, and its check. */
export const rulesOf = (area: Check['area']) => {
  const of =
    (level: Level) =>
    (id: string, rule: string, run: Check['run']): Check => ({ id, area, level, rule, run })
  return { required: of('required'), expected: of('expected'), extra: of('extra') }
}

/** Returns what was found. Otherwise the check ends as not tried: because of `problem`, or because there is none. */
export function requireData<T>(found: T | undefined, what: string, problem?: string): T {
  if (found === undefined) throw new RuleSkipped(problem ?? `The provider holds no ${what}.`)
  return found
}

/** A token with an open listing; without one the check ends as not tried. */
export const listedToken = (providerData: ProviderData): NonNullable<ProviderData['listed']> =>
  requireData(providerData.listed, 'listed token', providerData.problem)

/** A collection and the contract of its tokens; without one the check ends as not tried. */
export const anyCollection = (
  providerData: ProviderData,
): { readonly id: string; readonly contract: string } => {
  const { id, primaryContract } = requireData(providerData.collection, 'collection', providerData.problem)
  return { id, contract: primaryContract ?? id }
}
