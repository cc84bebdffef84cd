import { availableData, type FillCall, type Filler } from '@sluice/seaport'
import type { Hex } from 'viem'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import type { Maker } from './maker.ts'
import { advancedOf } from './partialFills.ts'

/**
 * Checks the fulfillments of a fill of available orders: each item is in exactly one group, and a group has only items
 * that Seaport can combine.
 */
export function checkGroups(context: GuardContext, fill: FillCall, path: string): undefined {
  const { orders, maximumFulfilled } = fill
  const sides = [
    [fill.offerFulfillments, orders.map(({ components }) => components.offer)],
    [
      fill.considerationFulfillments,
      orders.map(({ components, tips }) => [...components.consideration, ...tips]),
    ],
  ] as const
  for (const [groups, items] of sides) {
    if (groups === undefined) continue
    const seen = new Set<string>()
    let valid = true
    for (const group of groups) {
      const kinds = new Set<string>()
      for (const { orderIndex, itemIndex } of group) {
        const item = items[orderIndex]?.[itemIndex]
        const place = `${orderIndex}:${itemIndex}`
        valid &&= item !== undefined && !seen.has(place)
        seen.add(place)
        const { offerer, conduitKey } = orders[orderIndex]?.components ?? {}
        const party = item !== undefined && 'recipient' in item ? item.recipient : `${offerer}:${conduitKey}`
        kinds.add(`${item?.itemType}:${item?.token}:${item?.identifierOrCriteria}:${party}`)
      }
      valid &&= kinds.size === 1
    }
    if (!valid || seen.size !== items.flat().length) block(context, 'CALL_FULFILLMENTS', path, seen.size)
  }
  if (maximumFulfilled !== undefined && maximumFulfilled < orders.length)
    block(context, 'CALL_QUANTITY', path, maximumFulfilled, orders.length)
}

/** Encodes the same fill from our own data. */
export const writeGroups = (makers: readonly Maker[], filler: Filler): Hex =>
  availableData(
    makers.map(advancedOf),
    makers.flatMap((maker) => maker.resolvers),
    filler,
  )
