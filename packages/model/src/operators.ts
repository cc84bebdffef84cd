import type { Violations } from './rule.ts'
import { isLive, type PlanItem } from './unexpected.ts'

/** A collection and a number; A and B are ERC-721, E is ERC-1155. */
export type Token = 'A1' | 'A2' | 'A3' | 'B1' | 'E1' | 'E2'
export type Collection = 'A' | 'B' | 'E'
/** The conduit of the chain, Seaport itself, and an address that the chain does not list. */
export type Mover = 'conduit' | 'seaport' | 'foreign'
export type OperatorCall = {
  readonly does: 'operator'
  readonly collection: Collection
  readonly to: Mover
  readonly isApproved: boolean
}

export const collectionOf = (token: Token) => token[0] as Collection
/** Who may move tokens. */
export const spenders: readonly Mover[] = ['conduit', 'seaport']

export type OperatorCase = {
  readonly plan: readonly PlanItem<{ readonly does: string }>[]
  /** Collections that the conduit may move already; what is absent was not read. */
  readonly operators: ReadonlyMap<Collection, boolean>
  /** Collections that have a place in the action. */
  readonly agreed: ReadonlySet<Collection>
  /** `collection:mover` of each permission that the plan needs. */
  readonly needed: ReadonlySet<string>
  readonly isPending: boolean
  /** Whether what needs the permission is still to come. */
  readonly isAwaited: boolean
  /** Permissions of a collection that are more than needed, and asked about. */
  readonly excessive?: ReadonlySet<Collection>
}

const preparations = ['approve', 'operator', 'wrap', 'unexpected']

/** Index of the first item that does what the plan is for. */
export const mainIndex = (plan: OperatorCase['plan']): number => {
  const at = plan.findIndex((step) => isLive(step) && !preparations.includes(step.does))
  return at < 0 ? plan.length : at
}

/** Checks permissions for whole collections. Returns those that are given. */
export function checkOperators(violations: Violations, given: OperatorCase): readonly string[] {
  const { plan, operators, agreed, needed, isPending, isAwaited, excessive } = given
  const isOpen = (collection: Collection, to: Mover) => (to === 'conduit' ? operators.get(collection) : false)
  const sent: string[] = []
  for (const [at, step] of plan.entries()) {
    if (!isLive(step) || step.does !== 'operator') continue
    const { collection, to, isApproved } = step as PlanItem<OperatorCall>
    const slot = `operator ${collection} ${to}`
    const others = sent.filter((one) => one.startsWith(`operator ${collection} `) && one !== slot)
    if (!agreed.has(collection)) violations.refuse('TX_TO')
    else if (to === 'foreign') violations.refuse('APR_SPENDER')
    else if (!needed.has(`${collection}:${to}`)) {
      violations.refuse('FLOW_EXTRA_STEP')
      // Which of the two is reported depends on whether the step that needs it is refused.
      if (!isApproved) violations.refuse('APR_KIND')
    } else if (isAwaited && others.length > 0) {
      violations.refuse('APR_SPENDER')
      if (!isApproved) violations.refuse('APR_KIND')
    } else if (!isApproved) violations.refuse('APR_KIND')
    else if (isOpen(collection, to) !== true) {
      if (sent.includes(slot)) violations.refuse('FLOW_BUDGET')
      if (at > mainIndex(plan)) violations.refuse('FLOW_REORDER')
      if (excessive?.has(collection) === true) violations.ask('APR_OPERATOR')
      sent.push(slot)
    }
  }
  for (const need of needed) {
    const [collection, to] = need.split(':') as [Collection, Mover]
    if (isPending || sent.includes(`operator ${collection} ${to}`)) continue
    const known = isOpen(collection, to)
    if (known === undefined) violations.ask('FLOW_FALSE_COMPLETE')
    else if (!known) violations.refuse('FLOW_FALSE_COMPLETE')
  }
  return sent
}
