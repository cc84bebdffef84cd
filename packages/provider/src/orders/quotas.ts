import type { Address } from 'viem'
import type { OrderQuotas } from '../config.ts'
import type { Database } from '../storage/connection/database.ts'
import { countOpenOrders } from '../storage/orders/orderQuotas.ts'

/** Limits the open orders of one maker. */
export type Quotas = {
  /** Counts the open orders of these makers. */
  load(makers: readonly Address[]): Promise<void>
  /** Counts one more order of a maker. @returns why it exceeds a limit, as a sentence. */
  take(maker: Address, contract: Address): string | undefined
}

/** Milliseconds for which a count is cached, and the most makers that are cached. */
const [cacheTime, maxMakers] = [10_000, 10_000]

type Count = { readonly at: number; all: number; readonly byContract: Map<Address, number> }

/** Makes the quotas of one chain; counts are cached. */
export function createQuotas(
  db: Database,
  chainId: number,
  clock: () => number,
  { perMaker, perCollection }: OrderQuotas,
): Quotas {
  const counts = new Map<Address, Count>()
  return {
    load: async (makers) => {
      const now = clock()
      const due = [...new Set(makers)].filter((maker) => now - (counts.get(maker)?.at ?? 0) >= cacheTime)
      if (due.length === 0) return
      const lines = await countOpenOrders(db, chainId, due)
      for (const maker of due) {
        counts.delete(maker)
        counts.set(maker, { at: now, all: 0, byContract: new Map() })
      }
      for (const { maker, contract, count } of lines) {
        const known = counts.get(maker)
        if (known === undefined) continue
        known.all += count
        known.byContract.set(contract, count)
      }
      while (counts.size > maxMakers) counts.delete(counts.keys().next().value as Address)
    },
    take: (maker, contract) => {
      const known = counts.get(maker)
      if (known === undefined) return undefined
      const own = known.byContract.get(contract) ?? 0
      if (perMaker > 0 && known.all >= perMaker)
        return `The maker has ${perMaker} open orders, which is the most that one may have here. Cancel some first.`
      if (perCollection > 0 && own >= perCollection)
        return `The maker has ${perCollection} open orders of this collection, which is the most that one may have here. Cancel some first.`
      known.all += 1
      known.byContract.set(contract, own + 1)
      return undefined
    },
  }
}
