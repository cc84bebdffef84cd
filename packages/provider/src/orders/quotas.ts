import type { Address } from 'viem'
import type { OrderQuotas } from '../config.ts'
import type { Database } from '../storage/connection/database.ts'
import { countOpenOrders } from '../storage/orders/orderQuotas.ts'

type Placed = { readonly maker: Address; readonly contract: Address }

/** Limits the open orders of one maker. */
export type Quotas = {
  /** Counts the open orders of these makers. */
  load(makers: readonly Address[]): Promise<void>
  /** Recounts the makers of orders that may have been in the book already. */
  recount(makers: readonly Address[]): Promise<void>
  /** Whether so many more orders may exceed a limit. */
  mayExceed(orders: readonly Placed[]): boolean
  /**
   * Counts one more order of a maker.
   * @param isNew whether it is known not to be in the book.
   * @returns why it exceeds a limit, as a sentence.
   */
  take(order: Placed, isNew: boolean): string | undefined
  /** Makers whose counts were cached, and were queried, since the start. */
  readonly reads: { readonly cached: number; readonly queried: number }
}

/** Milliseconds for which a count is cached: near a limit, and far from every limit, where it decides nothing. */
const [cacheTimeNear, cacheTimeFar] = [10_000, 120_000]
/** The most makers that are cached. */
const maxMakers = 10_000

type Count = { readonly at: number; all: number; readonly byContract: Map<Address, number>; isExact: boolean }

/** Makes the quotas of one chain; counts are cached. */
export function createQuotas(
  db: Database,
  chainId: number,
  clock: () => number,
  { perMaker, perCollection }: OrderQuotas,
): Quotas {
  const counts = new Map<Address, Count>()
  const reads = { cached: 0, queried: 0 }
  const count = async (makers: readonly Address[]): Promise<void> => {
    if (makers.length === 0) return
    const now = clock()
    const lines = await countOpenOrders(db, chainId, makers)
    for (const maker of makers) {
      counts.delete(maker)
      counts.set(maker, { at: now, all: 0, byContract: new Map(), isExact: true })
    }
    for (const { maker, contract, count: open } of lines) {
      const known = counts.get(maker)
      if (known === undefined) continue
      known.all += open
      known.byContract.set(contract, open)
    }
    while (counts.size > maxMakers) counts.delete(counts.keys().next().value as Address)
  }
  /** Whether a maker has used more than half of what a limit allows. */
  const isNear = ({ all, byContract }: Count): boolean =>
    (perMaker > 0 && all * 2 > perMaker) ||
    (perCollection > 0 && Math.max(0, ...byContract.values()) * 2 > perCollection)
  const isOld = (counted: Count, now: number): boolean => {
    const age = now - counted.at
    return age >= cacheTimeFar || (age >= cacheTimeNear && isNear(counted))
  }
  const unique = (makers: readonly Address[], isDue: (maker: Address) => boolean): readonly Address[] =>
    [...new Set(makers)].filter(isDue)
  return {
    reads,
    load: (makers) => {
      const now = clock()
      const due = unique(makers, (maker) => {
        const known = counts.get(maker)
        return known === undefined || isOld(known, now)
      })
      reads.queried += due.length
      reads.cached += new Set(makers).size - due.length
      return count(due)
    },
    recount: (makers) => count(unique(makers, (maker) => counts.get(maker)?.isExact !== true)),
    mayExceed: (orders) =>
      orders.some(({ maker, contract }) => {
        const known = counts.get(maker)
        if (known === undefined) return false
        const own = known.byContract.get(contract) ?? 0
        return (
          (perMaker > 0 && known.all + orders.length > perMaker) ||
          (perCollection > 0 && own + orders.length > perCollection)
        )
      }),
    take: ({ maker, contract }, isNew) => {
      const known = counts.get(maker)
      if (known === undefined) return undefined
      const own = known.byContract.get(contract) ?? 0
      if (perMaker > 0 && known.all >= perMaker)
        return `The maker has ${perMaker} open orders, which is the most that one may have here. Cancel some first.`
      if (perCollection > 0 && own >= perCollection)
        return `The maker has ${perCollection} open orders of this collection, which is the most that one may have here. Cancel some first.`
      known.all += 1
      known.byContract.set(contract, own + 1)
      known.isExact &&= isNew
      return undefined
    },
  }
}
