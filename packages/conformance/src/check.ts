import { RuleSkipped } from './answer.ts'
import type { Ask } from './ask.ts'
import type { ProviderData } from './discover.ts'

/** How important a rule is: `required` by every client, `expected` by hosts, or `extra`. */
export type Level = 'required' | 'expected' | 'extra'

/** What a check can use: requests to the provider, and the data that was found before the checks began. */
export type Context = {
  readonly ask: Ask
  readonly providerData: ProviderData
  /** An account that owns nothing and has signed nothing, for plans that are not executed. */
  readonly stranger: `0x${string}`
}

/** A rule, and the function that checks it. */
export type Check = {
  /** Stable id of the rule, such as `buy-steps`. */
  readonly id: string
  readonly area: 'transport' | 'reads' | 'plans' | 'posts' | 'status' | 'apps' | 'push'
  readonly level: Level
  /** The rule as a sentence. */
  readonly rule: string
  run(context: Context): Promise<void>
}

/** Returns functions that create the rules of an area, one for each level. */
export const rulesOf = (area: Check['area']) => {
  const of =
    (level: Level) =>
    (id: string, rule: string, run: Check['run']): Check => ({ id, area, level, rule, run })
  return { required: of('required'), expected: of('expected'), extra: of('extra') }
}

/** Returns `found`. If it is `undefined`, the check is skipped, and the reason is `problem` or that there is no `what`. */
export function requireData<T>(found: T | undefined, what: string, problem?: string): T {
  if (found === undefined) throw new RuleSkipped(problem ?? `The provider has no ${what}.`)
  return found
}

/** Returns a token with an open listing. If there is none, the check is skipped. */
export const listedToken = (providerData: ProviderData): NonNullable<ProviderData['listed']> =>
  requireData(providerData.listed, 'listed token', providerData.problem)

/** Returns a collection and the contract of its tokens. If there is none, the check is skipped. */
export const anyCollection = (
  providerData: ProviderData,
): { readonly id: string; readonly contract: string } => {
  const { id, primaryContract } = requireData(providerData.collection, 'collection', providerData.problem)
  return { id, contract: primaryContract ?? id }
}
