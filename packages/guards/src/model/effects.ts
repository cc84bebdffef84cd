import type { AssetDelta, Authority, Effects } from './verdict.ts'

export const noEffects: Effects = { give: [], get: [], fees: [], authority: [] }

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
  const sums = new Map<bigint | undefined, (T & { amount: bigint })[]>()
  for (const delta of lists.flat()) {
    const token = delta.tokenId ?? delta.oneOf?.root
    const entries = sums.get(token) ?? []
    const before = entries.find((one) => isSame(one, delta))
    if (before === undefined) sums.set(token, [...entries, { ...delta }])
    else before.amount += delta.amount
  }
  return [...sums.values()].flat()
}

const authorityKey = (one: Authority): string => one.order ?? `${one.kind}:${one.contract}:${one.spender}`

/** Returns the combined effects of several items. `until` is the end of the order that stays open longest. */
export function mergeEffects(all: readonly Effects[]): Effects {
  const authority = new Map(all.flatMap((one) => one.authority.map((each) => [authorityKey(each), each])))
  const until = all.reduce<bigint | undefined>(
    (latest, one) =>
      one.until !== undefined && (latest === undefined || one.until > latest) ? one.until : latest,
    undefined,
  )
  const ends = all.some((one) => one.ends === 'all')
    ? 'all'
    : all.flatMap((one) => (one.ends === undefined || one.ends === 'all' ? [] : one.ends))
  const trades = all.flatMap((one) => one.trades ?? [])
  const auction = all.find((one) => one.auction !== undefined)?.auction
  return {
    give: added(all.map((one) => one.give)),
    get: added(all.map((one) => one.get)),
    fees: added(all.map((one) => one.fees)),
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
