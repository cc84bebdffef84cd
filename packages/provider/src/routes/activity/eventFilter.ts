import type { OutboxEvent } from '../../storage/service/outbox.ts'

/** Which events a reader wants; an empty set allows every event. */
export type EventFilter = {
  readonly types: ReadonlySet<string>
  readonly contracts: ReadonlySet<string>
  readonly users: ReadonlySet<string>
  readonly orders: ReadonlySet<string>
  readonly transactions: ReadonlySet<string>
}

const roles = ['maker', 'taker', 'from', 'to'] as const

/** Whether a filter allows an event. */
export function matches(filter: EventFilter, { kind, payload }: OutboxEvent): boolean {
  const among = (set: ReadonlySet<string>, ...values: readonly unknown[]) =>
    set.size === 0 || values.some((value) => typeof value === 'string' && set.has(value))
  if (filter.types.size > 0 && !filter.types.has(kind)) return false
  // A block or a reorganization names none of these, so that only readers without such filters receive it.
  return (
    among(filter.contracts, payload.contract) &&
    among(filter.users, ...roles.map((role) => payload[role])) &&
    among(filter.orders, payload.id, payload.orderId) &&
    among(filter.transactions, payload.txHash)
  )
}

/** The same text for filters that allow the same events. */
export const filterKey = ({ types, contracts, users, orders, transactions }: EventFilter): string =>
  [types, contracts, users, orders, transactions].map((set) => [...set].sort().join()).join('|')
