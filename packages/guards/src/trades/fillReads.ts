import { type FillOrder, isCurrency, readFill } from '@sluice/seaport'
import type { Hex } from 'viem'
import { callsOf, type GuardContext } from '../context/guardContext.ts'

/** The limit on reads, so that a hostile plan cannot cause any number of them. */
const maxReads = 100
/** The limit on makers whose counters are read. Orders of more makers are blocked, because their ids are not known. */
const maxMakers = 500

/**
 * Returns the orders that the plan's calls to Seaport fill, as far as they can be decoded, and the contracts of their
 * items.
 */
export function fillsOf(context: GuardContext) {
  const fills = callsOf(context)
    .filter(({ data }) => context.seaports.has(data.to))
    .flatMap(({ data }) => readable(data.data).map((order) => [data.to, order] as const))
    .filter(([, { components }]) => components.offerer !== context.intent.account)
  const makers = new Map(
    fills.map(([seaport, { components }]) => [
      `${seaport}:${components.offerer}`,
      [seaport, components.offerer] as const,
    ]),
  )
  const orders = fills.slice(0, maxReads).map(([, order]) => order)
  const items = orders.flatMap(({ components }) => [...components.offer, ...components.consideration])
  const tokens = (currencies: boolean) =>
    items
      .filter((item) => isCurrency(item.itemType) === currencies && item.itemType > 0)
      .map(({ token }) => token)
      .slice(0, maxReads)
  return {
    orders,
    makerCounters: [...makers.values()].slice(0, maxMakers),
    currencies: tokens(true),
    collections: tokens(false),
  }
}

function readable(data: Hex): readonly FillOrder[] {
  try {
    return readFill(data)?.orders ?? []
  } catch {
    // A call that cannot be decoded needs no chain state, because the check blocks it.
    return []
  }
}

/**
 * Returns the order ids that the intent or the plan names. The check uses a status only for an id that it computed itself.
 */
export const namedOrders = ({ plan }: GuardContext, agreed: readonly Hex[]): readonly Hex[] =>
  [
    ...agreed,
    ...plan.steps.flatMap((step) => (step.items ?? []).flatMap((item) => item.orderIds ?? [])),
    ...(plan.path ?? []).flatMap(({ orderId }) => orderId?.toLowerCase() ?? []),
  ]
    .filter((id): id is Hex => /^0x[0-9a-f]{64}$/.test(id))
    .slice(0, maxReads)
