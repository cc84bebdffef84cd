import type { Rule, Violations } from './rule.ts'

/** An item of a plan with other fields that a provider may add. */
export type PlanItem<T> = T & {
  /** The provider calls it done. */
  readonly isComplete: boolean
  /** It has no data yet. */
  readonly isEmpty: boolean
  readonly from: 'account' | 'stranger' | 'nobody'
  readonly chain: 'same' | 'other' | 'none'
}

/** What no action needs. */
export type Unexpected = {
  readonly does: 'unexpected'
  readonly what:
    | 'call to a stranger'
    | 'raise the counter'
    | 'unknown function of Seaport'
    | 'text'
    | 'text with a hash'
    | 'text with hidden characters'
    | 'typed data'
}

export const isGone = ({ isComplete }: { readonly isComplete: boolean }): boolean => isComplete
export const isLive = (item: { readonly isComplete: boolean; readonly isEmpty: boolean }): boolean =>
  !item.isComplete && !item.isEmpty

export const isToSeaport = ({ what }: { readonly what?: Unexpected['what'] }): boolean =>
  what === 'raise the counter' || what === 'unknown function of Seaport'

const isCall = ({ does, what }: { readonly does: string; readonly what?: Unexpected['what'] }): boolean =>
  does !== 'sign' && (does !== 'unexpected' || !(what?.startsWith('text') === true || what === 'typed data'))

type Item = PlanItem<{ readonly does: string; readonly what?: Unexpected['what'] }>

/** The rules for every item of a plan that is carried out. */
const itemRules: readonly Rule<Item>[] = [
  {
    code: 'FLOW_CHAIN',
    says: 'A call is for the chain of the intent.',
    breaks: (item) => isCall(item) && item.chain === 'other',
  },
  {
    code: 'TX_FROM',
    says: 'A call is sent by the account.',
    breaks: (item) => isCall(item) && item.from === 'stranger',
  },
  {
    code: 'TX_TO',
    says: 'A call is to a known contract.',
    breaks: ({ what }) => what === 'call to a stranger',
  },
  {
    code: 'TX_SELECTOR',
    says: 'A call to Seaport is to a function of the action.',
    breaks: isToSeaport,
  },
  {
    code: 'TX_CANON',
    says: 'A call to Seaport is one that can be read.',
    breaks: isToSeaport,
  },
  {
    code: 'MSG_HASHLIKE',
    says: 'No text is signed that looks like a hash.',
    breaks: ({ what }) => what === 'text with a hash',
  },
  {
    code: 'MSG_CTRL',
    says: 'No text is signed that has hidden characters.',
    breaks: ({ what }) => what === 'text with hidden characters',
  },
  {
    code: 'TD_UNKNOWN',
    says: 'No unknown typed data is signed.',
    breaks: ({ what }) => what === 'typed data',
  },
  {
    code: 'FLOW_EXTRA_STEP',
    says: 'A plan has nothing that the action does not need.',
    breaks: ({ does }) => does === 'unexpected',
  },
]

export function checkUnexpected(
  violations: Violations,
  plan: readonly PlanItem<{ readonly does: string }>[],
): void {
  for (const item of plan) if (isLive(item)) violations.try(itemRules, item as Item)
}
