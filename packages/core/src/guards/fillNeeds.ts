import { type FillOrder, isCurrency, readFillBy } from '@sluice/seaport'
import { type Address, type Hex, zeroAddress } from 'viem'
import { fillFunctions } from './fill.ts'
import type { Judgement } from './judgement.ts'

/** Reads that a hostile plan can make us do. */
const most = 100

/** The orders that the plan's calls to Seaport fill, as far as they can be read, and what they name. */
export function fillsOf(judgement: Judgement) {
  const { entries, seaports, intent } = judgement
  const functions = fillFunctions(judgement)
  const orders: FillOrder[] = []
  const makerCounters: (readonly [Address, Address])[] = []
  for (const entry of entries) {
    if (entry.kind !== 'transaction' || entry.data === undefined || !seaports.has(entry.data.to)) continue
    for (const order of readable(functions, entry.data.data)) {
      const { offerer } = order.components
      if (offerer === intent.account) continue
      orders.push(order)
      makerCounters.push([entry.data.to, offerer])
    }
  }
  const items = orders.flatMap(({ components }) => [...components.offer, ...components.consideration])
  const tokens = (currencies: boolean) =>
    items
      .filter((item) => isCurrency(item.itemType) === currencies)
      .map(({ token }) => token)
      .slice(0, most)
  return {
    orders: orders.slice(0, most),
    makerCounters: makerCounters.slice(0, most),
    currencies: tokens(true).filter((token) => token !== zeroAddress),
    collections: tokens(false),
  }
}

function readable(functions: ReturnType<typeof fillFunctions>, data: Hex): readonly FillOrder[] {
  try {
    return readFillBy(functions, data, 8)?.orders.slice(0, most) ?? []
  } catch {
    // What cannot be read needs no facts: the judgement refuses it.
    return []
  }
}

/** Tokens whose royalties an order may have left out. */
export const royaltyTokens = (orders: readonly FillOrder[]) =>
  orders
    .flatMap(({ components }) => components.offer)
    .filter((item) => !isCurrency(item.itemType))
    .map((item) => [item.token, item.identifierOrCriteria] as const)

/** Ids that the intent or the plan names. The plan's are hints: a status counts only for an id we computed. */
export const namedOrders = ({ plan }: Judgement, own: readonly Hex[]): readonly Hex[] =>
  [
    ...own,
    ...plan.steps.flatMap((step) => (step.items ?? []).flatMap((item) => item.orderIds ?? [])),
    ...(plan.path ?? []).flatMap(({ orderId }) => orderId?.toLowerCase() ?? []),
  ]
    .filter((id): id is Hex => /^0x[0-9a-f]{64}$/.test(id))
    .slice(0, most)
