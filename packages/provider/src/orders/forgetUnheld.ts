import type { ChainDeps } from '../deps.ts'
import { deleteNeverHeld, readNeverHeld } from '../storage/chain/prune.ts'
import { recountFitting, recountOrders } from './recount.ts'

/** Orders about which the chain is asked at once; fewer where blocks come too fast for so many. */
const batchSize = 200

/**
 * Deletes listings of tokens that their makers never held, by the events and by what the chain says now: a collection may
 * hold without an event. @throws when the chain does not answer; then nothing more is deleted.
 */
export async function forgetUnheld(chain: ChainDeps, signal: AbortSignal): Promise<void> {
  const { db, config, unheldHours } = chain
  for (let most = batchSize; !signal.aborted; ) {
    const ids = await readNeverHeld(db, config.id, unheldHours, most)
    if (ids.length === 0) return
    // What the chain says is stored, and such a listing is not found again.
    const { answered, size } = await recountFitting(ids.length, (count) =>
      recountOrders(chain, ids.slice(0, count)),
    )
    if (answered.length === 0) return
    await deleteNeverHeld(db, config.id, unheldHours, answered)
    if (size < ids.length) most = size
  }
}
