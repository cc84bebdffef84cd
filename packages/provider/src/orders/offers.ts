import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { listOf, type Queries, sql } from '../storage/db.ts'

type Open = { id: string; maker: Address; currency: Address; conduit: Address; gross: string }

/**
 * Reads from the chain whether the open offers of `makers` can still be paid. Allowances cannot be derived
 * from events, so they are read; the answer is written by `write` inside the caller's transaction.
 */
export async function recheckOffers(
  chain: ChainDeps,
  makers: readonly Address[],
): Promise<{ write(tx: Queries): Promise<void> }> {
  const chainId = chain.config.id
  const open =
    makers.length === 0
      ? []
      : await chain.db.rows<Open>(sql`
          select id, maker, currency, conduit, gross from orders
          where chain_id = ${chainId} and side = 'buy' and maker in ${listOf(makers)} and fillability in ('fillable', 'no-balance')`)
  const found = await Promise.all(
    open.map(async (offer) => {
      const [balance, allowance] = await Promise.all([
        chain.reads.balance(offer.currency, offer.maker),
        chain.reads.allowance(offer.currency, offer.maker, offer.conduit),
      ])
      const need = BigInt(offer.gross)
      return {
        id: offer.id,
        payable: balance >= need,
        approval: allowance >= need ? 'approved' : 'no-approval',
      }
    }),
  )
  return {
    write: async (tx) => {
      for (const { id, payable, approval } of found)
        await tx.rows(
          sql`update orders set payable = ${payable}, approval = ${approval} where chain_id = ${chainId} and id = ${id}`,
        )
    },
  }
}
