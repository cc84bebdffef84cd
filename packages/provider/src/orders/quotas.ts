import type { Address } from 'viem'
import type { OrderQuotas } from '../config.ts'
import type { Database } from '../storage/connection/database.ts'
import { countOpenOrders } from '../storage/orders/orderQuotas.ts'

/** How many open orders one maker may have in the book. */
export type Quotas = {
  /** Reads how many these makers have. */
  load(makers: readonly Address[]): Promise<void>
  /** Counts one more order of a maker, or says why there may be none. */
  take(maker: Address, contract: Address): string | undefined
}

/** Milliseconds for which a count is believed, and makers that are counted at once. */
const [believed, mostMakers] = [10_000, 10_000]

type Count = { readonly at: number; all: number; readonly byContract: Map<Address, number> }

/** Counts the open orders of makers on one chain, asking the database for each once in a while. */
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
      const due = [...new Set(makers)].filter((maker) => now - (counts.get(maker)?.at ?? 0) >= believed)
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
      while (counts.size > mostMakers) counts.delete(counts.keys().next().value as Address)
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
