import {
  type Call,
  type Fill,
  type FillOptions,
  fulfill,
  fulfillAdvanced,
  fulfillAvailable,
  matchAsks,
  matchBids,
  orderHash,
  orderShape,
} from '@sluice/seaport'
import type { Address } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'

/** A call that fills orders, and which ones. */
export type FillingCall = { readonly call: Call; readonly fills: readonly Fill[] }

/** How the orders of a trade are distributed over calls. */
export type PlanForm = 'one by one' | 'one group' | 'groups' | 'one match'

export const planForms: readonly PlanForm[] = ['one by one', 'one group', 'groups', 'one match']

const isPrivate = ({ components }: Fill) => orderShape(components)?.taker !== undefined

/** The calls that fill all orders in a form; a form that the orders do not allow becomes one call per order. */
export function callsOf(
  random: SeededRandom,
  form: PlanForm,
  fills: readonly Fill[],
  options: FillOptions & { readonly account: Address },
): readonly FillingCall[] {
  const salt = BigInt(1 + random.below(1e9))
  const callOf = (fill: Fill): Call => {
    if (isPrivate(fill)) return matchAsks([fill], { ...options, salt })
    return random.odds(0.5) ? fulfill(fill, options) : fulfillAdvanced(fill, options)
  }
  const single = (fill: Fill): FillingCall => ({ call: callOf(fill), fills: [fill] })
  const group = (some: readonly Fill[]): readonly FillingCall[] => {
    const byCurrency = new Map<string, Fill[]>()
    for (const fill of some) {
      const currency = orderShape(fill.components)?.currency ?? ''
      byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), fill])
    }
    return [...byCurrency.values()].map((own) => ({ call: fulfillAvailable(own, options), fills: own }))
  }
  if (fills.length < 2 || fills.some(isPrivate)) return fills.map(single)
  // Offers for any token name the same criteria, which an aggregation takes for the same token.
  if (form !== 'one match' && fills.some(({ tokenId }) => tokenId !== undefined)) return fills.map(single)
  if (form === 'one group') return group(fills)
  if (form === 'groups') {
    const cut = 1 + random.below(fills.length - 1)
    return [fills.slice(0, cut), fills.slice(cut)].flatMap((part) =>
      part.length === 1 ? part.map(single) : group(part),
    )
  }
  if (form !== 'one match') return fills.map(single)
  const match = orderShape(fills[0]!.components)?.side === 'bid' ? matchBids : matchAsks
  return [{ call: match(fills, { ...options, salt }), fills }]
}

export const idsOf = ({ fills }: FillingCall) => fills.map(({ components }) => orderHash(components))
