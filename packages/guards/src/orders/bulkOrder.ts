import { bulkHeight, emptyOrder, keysOf, type OrderComponents } from '@sluice/seaport'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { isRecord } from '../model/isRecord.ts'

/** Returns the leaves of an offered tree with the path of each, or blocks. */
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

const isEmpty = (order: OrderComponents): boolean =>
  order.offer.length + order.consideration.length === 0 &&
  keysOf(emptyOrder).every(
    (field) => typeof emptyOrder[field] === 'object' || order[field] === emptyOrder[field],
  )

/** Returns the orders of a tree without padding. Padding is allowed only at the end, in the smallest tree that fits. */
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
