import type { ChainDeps } from '../deps.ts'
import { deleteNeverHeld, readNeverHeld } from '../storage/chain/prune.ts'
import { recountOrders } from './recount.ts'

/** Orders about which the chain is asked at once. */
const batchSize = 200

/**
 * Deletes listings of tokens that their makers never held, by the events and by what the chain says now: a collection may
 * hold without an event. @throws when the chain does not answer; then nothing more is deleted.
 */
export async function forgetUnheld(chain: ChainDeps, signal: AbortSignal): Promise<void> {
  const { db, config, unheldHours } = chain
  while (!signal.aborted) {
    const ids = await readNeverHeld(db, config.id, unheldHours, batchSize)
    if (ids.length === 0) return
    // What the chain says is stored, and such a listing is not found again.
    const { answered } = await recountOrders(chain, ids)
    if (answered.length === 0) return
    await deleteNeverHeld(db, config.id, unheldHours, answered)
  }
}
