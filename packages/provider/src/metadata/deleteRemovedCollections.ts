import type { ChainDeps } from '../deps.ts'
import {
  deleteRowsOfRemoved,
  finishRemoval,
  largeTables,
  readRemovedCollections,
} from '../storage/chain/removedCollections.ts'
import type { Transaction } from '../storage/connection/database.ts'
import { lockFacts } from '../storage/orders/lockFacts.ts'
import { takeSharedLock } from '../storage/orders/status.ts'
import { takeStatsLock } from '../storage/pages/collectionStats.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'

/** Deletes what was read of collections that are no longer followed, until nothing is left or `signal`. */
export async function deleteRemovedCollections(chain: ChainDeps, signal: AbortSignal): Promise<void> {
  const { db, config, clock, hub, term } = chain
  const contracts = await readRemovedCollections(db, config.id)
  if (contracts.length === 0) return
  // What was only copied of them is derived first: nothing may be derived from them later, nor taken off sums before.
  const published = await db.transaction(async (tx) =>
    publish(tx, config.id, await lockFacts(tx, config.id, term, unixTime(clock))),
  )
  hub.committed(published)
  const shared = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await takeSharedLock(tx, config.id)
      return work(tx)
    })
  for (const contract of contracts) {
    for (const table of largeTables)
      for (let more = true; more; ) {
        if (signal.aborted) return
        more = await shared((tx) => deleteRowsOfRemoved(tx, config.id, contract, table))
      }
    await shared(async (tx) => {
      await takeStatsLock(tx, config.id)
      await finishRemoval(tx, config.id, contract)
    })
  }
}
