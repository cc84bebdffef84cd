import { bulkHeight, emptyOrder, keysOf, type OrderComponents } from '@sluice/seaport'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { isRecord } from '../model/isRecord.ts'

/** Returns the leaves of the provider's tree of orders with their paths. Blocks the plan if it is not a full binary tree. */
export function readTree(context: GuardContext, value: unknown, height: number, path: string) {
  let level: { value: unknown; path: string }[] = [
    { value: isRecord(value) ? value.tree : undefined, path: `${path}.tree` },
  ]
  for (let depth = 0; depth < height; depth++) {
    const next: typeof level = []
    for (const node of level) {
      if (!Array.isArray(node.value) || node.value.length !== 2)
        return block(context, 'ORD_BULK', `${path}.tree`)
      for (const [index, value] of node.value.entries()) next.push({ value, path: `${node.path}.${index}` })
    }
    level = next
  }
  return level
}

/** Returns whether an order is the empty order that Seaport pads a tree with. */
const isEmpty = (order: OrderComponents): boolean =>
  order.offer.length + order.consideration.length === 0 &&
  keysOf(emptyOrder).every(
    (field) => typeof emptyOrder[field] === 'object' || order[field] === emptyOrder[field],
  )

/** Returns the orders of a tree without its padding. Padding may be only at the end, and the tree must not be too high. */
export function withoutPadding<TOrder extends { readonly components: OrderComponents }>(
  context: GuardContext,
  orders: readonly TOrder[],
  height: number,
  path: string,
): readonly TOrder[] | undefined {
  const real = orders.filter(({ components }) => !isEmpty(components))
  const needed = real.length === 0 ? 0 : bulkHeight(real.length)
  const ordered = real.every((order, index) => order === orders[index])
  if (real.length === 0 || !ordered || needed !== height)
    return block(context, 'ORD_BULK', path, `height ${height}`, `height ${needed}`)
  return real
}
