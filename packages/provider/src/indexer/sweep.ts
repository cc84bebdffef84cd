import type { ChainDeps } from '../deps.ts'
import { linkPictures } from '../metadata/describe.ts'
import { forgetUnheld } from '../orders/forgetUnheld.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { before, deleteInBatches, olderThan } from '../storage/chain/prune.ts'
import { prunePictures } from '../storage/metadata/pictures.ts'
import { withoutOrders } from '../storage/orders/factReadings.ts'
import { pruneTokenSets } from '../storage/orders/tokenSets.ts'
import { eventHours } from '../storage/service/outbox.ts'

/** Hours for which answers are kept for repeated requests, and plans. */
const [answerHours, planHours] = [24, 7 * 24]
/** What is kept of pictures, which are made again for who asks: four gigabytes of the last three months. */
const keptPictures = { hours: 90 * 24, bytes: 4 * 1024 ** 3 }
/** Deeper blocks are never reverted. */
const deepest = 2048

/**
 * Deletes old rows in small statements, and completes what earlier versions left. A job that fails is logged and counted,
 * and does not stop the others.
 * @returns whether all jobs were done.
 */
export async function sweep(chain: ChainDeps, signal: AbortSignal): Promise<boolean> {
  const { config, db, unheldHours, log, counts } = chain
  const head = (await readHead(db, config.id))?.number ?? 0
  const jobs: Readonly<Record<string, () => Promise<void>>> = {
    events: () => deleteInBatches(db, config.id, 'outbox', olderThan(eventHours), signal),
    answers: () => deleteInBatches(db, config.id, 'answers', olderThan(answerHours), signal),
    plans: () => deleteInBatches(db, config.id, 'executions', olderThan(planHours), signal),
    results: () => deleteInBatches(db, config.id, 'execution_results', olderThan(planHours), signal),
    payers: () => deleteInBatches(db, config.id, 'payers', before(head - deepest), signal),
    readings: () => deleteInBatches(db, config.id, 'fact_readings', withoutOrders(config.id), signal),
    lists: () => pruneTokenSets(db, config.id, signal),
    pictures: () => prunePictures(db, config.id, keptPictures, signal),
    links: async () => {
      await linkPictures(chain)
    },
    ...(unheldHours === 0 ? {} : { unheld: () => forgetUnheld(chain, signal) }),
  }
  let isDone = true
  for (const [job, work] of Object.entries(jobs)) {
    if (signal.aborted) return false
    try {
      await work()
    } catch (cause) {
      counts.add(`sweep-${job}-failed`)
      log.warn({ err: cause, job }, 'failed to delete old rows; trying again')
      isDone = false
    }
  }
  return isDone
}
