import { ItemType } from '@sluice/seaport'
import type { FlatFee } from '../fees.ts'
import type { PlanJson } from './intentOf.ts'

type ItemJson = {
  readonly itemType: number
  readonly recipient: string
  readonly startAmount: string
  readonly endAmount: string
}
type OrderJson = { readonly consideration: readonly ItemJson[]; readonly offer: readonly unknown[] }
type Asked = { readonly marketplaceFlatFees?: readonly FlatFee[] | null | undefined }
type Data = { readonly sign?: { readonly primaryType: string; readonly value: unknown } }

/**
 * The plan without the fixed fees that the request names, because the guards check fees as shares of a price. Each fee
 * must be in its order exactly as named; `undefined` where one is missing.
 */
export function withoutFlatFees(params: readonly Asked[], plan: PlanJson): PlanJson | undefined {
  if (params.every(({ marketplaceFlatFees }) => (marketplaceFlatFees ?? []).length === 0)) return plan
  const copy = structuredClone(plan)
  for (const { data, orderIndexes = [] } of copy.steps.flatMap(({ items }) => items)) {
    const { sign } = (data ?? {}) as Data
    if (sign === undefined) continue
    const bulk = sign.primaryType === 'BulkOrder'
    const leaves = bulk ? leavesOf((sign.value as { tree: unknown }).tree) : [sign.value]
    for (const [index, leaf] of leaves.entries()) {
      const flat = params[orderIndexes[index] ?? -1]?.marketplaceFlatFees ?? []
      if (flat.length > 0 && !takeOut(leaf as OrderJson, flat)) return undefined
    }
  }
  return copy
}

const leavesOf = (node: unknown): readonly unknown[] =>
  Array.isArray(node) ? node.flatMap(leavesOf) : [node]

/** Removes each fee from an order's JSON and adds it to what the maker of the listing receives. */
function takeOut(order: OrderJson, flat: readonly FlatFee[]): boolean {
  const consideration = [...order.consideration]
  for (const { recipient, amount } of flat.filter((fee) => fee.amount > 0n)) {
    const at = consideration.findLastIndex(
      (item) =>
        item.recipient === recipient && item.startAmount === `${amount}` && item.endAmount === `${amount}`,
    )
    if (at < 0) return false
    consideration.splice(at, 1)
    const [net] = consideration
    if (net !== undefined && net.itemType <= ItemType.erc20)
      consideration[0] = {
        ...net,
        startAmount: `${BigInt(net.startAmount) + amount}`,
        endAmount: `${BigInt(net.endAmount) + amount}`,
      }
  }
  Object.assign(order, { consideration })
  return true
}
