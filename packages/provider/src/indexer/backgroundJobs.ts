import { crossPost } from '../books/crossPost.ts'
import type { ChainDeps } from '../deps.ts'
import { deleteRemovedCollections } from '../metadata/deleteRemovedCollections.ts'
import { describeCollection, renewCollectionTexts } from '../metadata/describe.ts'
import { describeTokens } from '../metadata/describeTokens.ts'
import { renewRoyalties } from '../metadata/royalties.ts'
import { repriceListings } from '../orders/repriceListings.ts'
import { sendWebhooks } from '../push/webhooks.ts'
import { expireOrders } from '../storage/orders/status.ts'
import { marketOf, markOtherCurrencies, refreshStats } from '../storage/pages/collectionStats.ts'
import { unixTime } from '../unixTime.ts'
import { backfillOnce } from './backfillOnce.ts'
import { checkOnce } from './checks/checkLogs.ts'
import { createDoubtTurn } from './checks/createDoubtTurn.ts'
import { createFinalityReader } from './createFinalityReader.ts'
import { createRecountTurn } from './createRecountTurn.ts'
import { followJob, type HeadFollower } from './headFollower.ts'
import type { Job, Jobs } from './jobs.ts'
import type { ProgressLog } from './progressLog.ts'
import { sweep } from './sweep.ts'

/** What the jobs of a chain share. */
type Shared = {
  readonly chain: ChainDeps
  /** Ends the jobs. */
  readonly signal: AbortSignal
  readonly jobs: Jobs
  readonly head: HeadFollower
  readonly progressLog: ProgressLog
}
type Turn = Job['turn']

/** Milliseconds between two turns of a job that knows by itself when it has work. */
export const pollInterval = 1000
/** Milliseconds after which a job runs although the tables show no work for it. */
const longestRest = 60_000
/** Milliseconds between deletions of old rows, and after one of which a part failed. */
const [sweepInterval, sweepRetry] = [600_000, 60_000]
/** Milliseconds between two computations of the prices that move with time. */
const repriceInterval = 10_000
/** How much longer the metadata of tokens waits than it is read while there is a history to read, and milliseconds at most. */
const [metadataRest, longestMetadataRest] = [24, 15_000]
/** How much longer the refresh of stats rests than it works, and the longest rest in milliseconds. */
const [statsRest, longestStatsRest] = [24, 15_000]
/** Blocks whose logs are proven by their receipts in one turn, about a second. */
const checksPerTurn = 4

/** Name of the job that nudges those for which the tables show work: it runs as soon as there is a new block. */
export const dueJob = 'due'

/** Makes the jobs beside the following of the head. */
export function createBackgroundJobs(shared: Shared): readonly Job[] {
  // At the same moment for all chains, which then share one query.
  const untilNextSecond = () => pollInterval - (shared.chain.clock() % pollInterval)
  return [
    { name: dueJob, turn: () => nudgeDueJobs(shared), rest: untilNextSecond },
    ...jobsOf(waitingTurns(shared), longestRest),
    ...jobsOf(timedTurns(shared), pollInterval),
  ]
}

const jobsOf = (turns: Readonly<Record<string, Turn>>, rest: number): Job[] =>
  Object.entries(turns).map(([name, turn]) => ({ name, turn, rest: () => rest }))

/** Jobs that have work when the tables show some: {@link dueJob} nudges them by these names. */
function waitingTurns(shared: Shared): Readonly<Record<string, Turn>> {
  const { chain, signal } = shared
  return {
    check: () => checkSome(shared),
    expire: () => expireOrders(chain.db, chain.config.id, unixTime(chain.clock)),
    describe: createDescribeTurn(shared),
    fill: () => backfillAll(shared),
    forget: () => deleteRemovedCollections(chain, signal),
    stats: createStatsTurn(shared),
    royalties: () => renewRoyalties(chain),
    webhooks: () => sendWebhooks(chain, signal),
    'cross-posts': () => crossPost(chain, signal),
  }
}

/** Jobs that know by themselves when they have work. */
function timedTurns(shared: Shared): Readonly<Record<string, Turn>> {
  const { chain } = shared
  return {
    doubts: createDoubtTurn(chain),
    recount: createRecountTurn(chain),
    reprice: createRepriceTurn(chain),
    sweep: createSweepTurn(shared),
    finality: createFinalityReader(chain),
  }
}

/** Checks a few blocks a turn, so that the load of the node is bounded, however fast the chain grows. */
async function checkSome({ chain, signal }: Shared): Promise<void> {
  for (let done = 0; done < checksPerTurn && !signal.aborted; done += 1) if (!(await checkOnce(chain))) return
}

/** Describes the collections of the settings once, and then tokens; slowly while there is a history to read. */
function createDescribeTurn({ chain, signal, jobs, progressLog }: Shared): Turn {
  const undescribed = new Set(chain.config.collections)
  return async () => {
    for (const contract of undescribed) {
      await describeCollection(chain, contract, 'filling')
      undescribed.delete(contract)
    }
    await renewCollectionTexts(chain, signal)
    await describeTokens(chain, signal, async (worked) => {
      if (progressLog.isHistory() && !signal.aborted)
        await jobs.wait('token described', Math.min(worked * metadataRest, longestMetadataRest))
    })
  }
}

/** Reads the history of collections that were discovered late. */
async function backfillAll({ chain, signal }: Shared): Promise<void> {
  while (!signal.aborted && (await backfillOnce(chain))) {
    // Each call reads a part of the history.
  }
}

/** Refreshes the stats of collections, and then rests by how long that took. */
function createStatsTurn({ chain, signal, jobs }: Shared): Turn {
  let compared = false
  return async () => {
    const market = marketOf(chain)
    const started = performance.now()
    if (!compared) await markOtherCurrencies(chain.db, market)
    compared = true
    while (!signal.aborted && (await refreshStats(chain.db, market))) {
      // Each call refreshes some collections.
    }
    // In a busy market some are stale again at once: posts must not wait for what readers can compute meanwhile.
    const rest = Math.min((performance.now() - started) * statsRest, longestStatsRest)
    if (!signal.aborted) await jobs.wait('stats done', rest)
  }
}

/** Nudges the jobs for which the tables show work. Readings are settled by the following of the head. */
async function nudgeDueJobs({ chain, jobs, head }: Shared): Promise<void> {
  const due = await chain.dueWork(chain.config.id, unixTime(chain.clock))
  for (const job of due) jobs.nudge(job)
  if (due.includes('settle') && head.requestSettling()) jobs.nudge(followJob)
}

/** Computes the prices that move with time; what failed is tried again in the next turn. */
function createRepriceTurn(chain: ChainDeps): Turn {
  let repricedAt = 0
  return async () => {
    if (chain.clock() - repricedAt < repriceInterval) return
    await repriceListings(chain)
    repricedAt = chain.clock()
  }
}

/** Deletes old rows. */
function createSweepTurn({ chain, signal }: Shared): Turn {
  let nextAt = 0
  return async () => {
    if (chain.clock() < nextAt) return
    nextAt = chain.clock() + sweepRetry
    if (await sweep(chain, signal)) nextAt = chain.clock() + sweepInterval
  }
}
