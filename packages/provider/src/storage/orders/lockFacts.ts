import { sql } from 'drizzle-orm'
import { zeroAddress } from 'viem'
import { deriveHistory } from '../chain/history.ts'
import { takeExclusiveLock } from '../chain/leases.ts'
import type { Preparing } from '../connection/database.ts'
import type { NewEvent } from '../service/outbox.ts'
import { derive } from './status.ts'

/**
 * Derives what follows from facts that were only copied: owners, counts, and then the status of every order that they
 * may affect. Call it while holding the lock of the chain's facts.
 * @param now unix seconds.
 * @returns the changes of orders, for the caller to publish in the same transaction.
 */
async function deriveStretch(tx: Preparing, chainId: number, now: number): Promise<readonly NewEvent[]> {
  if (!(await deriveHistory(tx, chainId))) return []
  const [any] = await tx.rows(sql`select 1 from orders where chain_id = ${chainId} limit 1`)
  if (any === undefined) return []
  const open = sql`o.fillability in ('fillable', 'no-balance')`
  const touched = sql`
    select order_id from stretch_fills union select order_id from stretch_cancels
    union select o.id from orders o join (select distinct maker, kind, counter from stretch_counters) m
      on o.maker = m.maker and o.kind = m.kind
      where o.chain_id = ${chainId}
        and (${open} or o.fillability = 'expired' or (o.fillability = 'cancelled' and o.counter = m.counter))
    union select o.id from orders o join (
        select t.contract, t.token_id, m.owner from stretch_transfers t
        cross join lateral (values (t.to_address), (t.from_address)) as m (owner) where m.owner <> ${zeroAddress}
      ) h on o.maker = h.owner and o.contract = h.contract and o.token_id = h.token_id
      where o.chain_id = ${chainId} and ${open} and o.side = 'sell'
    union select o.id from orders o join (select distinct owner, contract from stretch_operators) h
      on o.maker = h.owner and o.contract = h.contract
      where o.chain_id = ${chainId} and ${open} and o.side = 'sell'`
  return derive(tx, chainId, touched, now)
}

/**
 * Takes the lock of the writer of facts, and derives what follows from those that were only copied: the caller's work
 * needs owners that match the facts.
 * @returns the changes of orders, for the caller to publish in the same transaction.
 * @throws {LeaseLostError}
 */
export async function lockFacts(
  tx: Preparing,
  chainId: number,
  term: string | undefined,
  now: number,
): Promise<readonly NewEvent[]> {
  await takeExclusiveLock(tx, chainId, term)
  return deriveStretch(tx, chainId, now)
}
