import type { AssetDelta, Authority, Effects } from './verdict.ts'

export const noEffects: Effects = { give: [], get: [], fees: [], authority: [] }

/**
 * Returns whether an amount of the effects depends on the time at which it is mined or accepted.
 *
 * @example
 * const amount = hasMovingPrice(effects) ? `at least ${price}` : price
 */
export const hasMovingPrice = ({ give, trades = [] }: Effects): boolean =>
  give.some(({ most }) => most !== undefined) ||
  trades.some(({ falls, moves }) => falls !== undefined || moves === true)

type Delta = AssetDelta & Partial<Effects['fees'][number]>

/** Returns whether two entries of the same token, or without a token, differ only in the amount. */
const isSame = (a: Delta, b: Delta): boolean =>
  a.kind === b.kind &&
  a.contract === b.contract &&
  a.counterparty === b.counterparty &&
  a.recipient === b.recipient &&
  a.kindOfFee === b.kindOfFee

/** Returns one entry for each asset and recipient. */
function added<T extends AssetDelta>(lists: readonly (readonly T[])[]): readonly T[] {
  const sums = new Map<bigint | undefined, (T & { amount: bigint; most?: bigint })[]>()
  for (const delta of lists.flat()) {
    const token = delta.tokenId ?? delta.oneOf?.root
    const entries = sums.get(token) ?? []
    const before = entries.find((entry) => isSame(entry, delta))
    if (before === undefined) sums.set(token, [...entries, { ...delta }])
    else {
      if (before.most !== undefined || delta.most !== undefined)
        before.most = (before.most ?? before.amount) + (delta.most ?? delta.amount)
      before.amount += delta.amount
    }
  }
  return [...sums.values()].flat()
}

const authorityKey = ({ kind, contract, spender, order }: Authority): string =>
  order ?? `${kind}:${contract}:${spender}`

/** Returns the combined effects of several items. `until` is the end of the order that stays open longest. */
export function mergeEffects(all: readonly Effects[]): Effects {
  const authority = new Map(
    all.flatMap((effects) => effects.authority.map((granted) => [authorityKey(granted), granted])),
  )
  const until = all.reduce<bigint | undefined>(
    (latest, { until: end }) => (end !== undefined && (latest === undefined || end > latest) ? end : latest),
    undefined,
  )
  const ends = all.some((effects) => effects.ends === 'all')
    ? 'all'
    : all.flatMap((effects) => (effects.ends === undefined || effects.ends === 'all' ? [] : effects.ends))
  const trades = all.flatMap((effects) => effects.trades ?? [])
  const auction = all.find((effects) => effects.auction !== undefined)?.auction
  return {
    give: added(all.map(({ give }) => give)),
    get: added(all.map(({ get }) => get)),
    fees: added(all.map(({ fees }) => fees)),
    authority: [...authority.values()],
    ...(trades.length === 0 ? {} : { trades }),
    ...(until === undefined ? {} : { until }),
    ...(auction === undefined ? {} : { auction }),
    ...(ends.length === 0 ? {} : { ends }),
  }
}

/** Returns the combined effects of one or more items. Each asset appears once, even if several orders of a call move it. */
export const effectsOf = (all: readonly Effects[]): Effects =>
  all.length > 1 || (all[0]?.trades?.length ?? 0) > 1 ? mergeEffects(all) : (all[0] ?? noEffects)
