import { setMaxListeners } from 'node:events'
import { createBookReader } from '../books/bookReader.ts'
import { crossPost } from '../books/crossPoster.ts'
import { type Announced, listenToHeads } from '../chain/heads.ts'
import type { ChainDeps } from '../deps.ts'
import { describeCollection, describeTokens } from '../metadata/describe.ts'
import { renewRoyalties } from '../metadata/royalties.ts'
import { settleReadings } from '../orders/makerFunds.ts'
import { repriceListings } from '../orders/repriceListings.ts'
import { tellWebhooks } from '../push/webhooks.ts'
import { readHead } from '../storage/chain/blocks.ts'
import type { Lease } from '../storage/chain/leases.ts'
import { expireOrders } from '../storage/orders/status.ts'
import { marketOf, markOtherCurrencies, refreshStats } from '../storage/pages/collectionStats.ts'
import { readDueWork } from '../storage/service/dueWork.ts'
import { advance, checkOnce } from './advance.ts'
import { backfillOnce } from './backfill.ts'
import { createTagReader } from './finalityTags.ts'
import { createPace } from './pace.ts'
import { createPause, type Pause } from './pause.ts'
import { type Block, newestBlock } from './reading.ts'
import { createRecountTurn } from './recountTurn.ts'
import { sweep } from './sweep.ts'

/** Milliseconds between two turns of a job, and between two questions whether one has work. */
const pollInterval = 1000
/** Milliseconds after which a job runs although the tables show no work for it. */
const longestRest = 60_000
/** Milliseconds for which a node whose chain ends before ours counts as behind, not as rolled back. */
const rewindDelay = 3000
/** Milliseconds between two messages on how far the chain is read, and the blocks below the head that are worth one. */
const [tellInterval, distant] = [10_000, 128]
/** Milliseconds between deletions of old rows. */
const sweepInterval = 600_000
/** Milliseconds between two computations of the prices that move with time. */
const repriceInterval = 10_000
/** How much longer the metadata of tokens waits than it is read while there is a history to read, and milliseconds at most. */
const [metadataRest, longestMetadataRest] = [24, 15_000]
/** How much longer the refresh of stats rests than it works, and the longest rest in milliseconds. */
const [statsRest, longestStatsRest] = [24, 15_000]
/** Blocks whose logs are proven by their receipts in one turn, about a second. */
const checksPerTurn = 4

/** Follows the chain under a lease, until the lease is lost or `stopped` aborts. */
export async function followChain(deps: ChainDeps, lease: Lease, stopped: AbortSignal): Promise<void> {
  const chain: ChainDeps = { ...deps, term: lease.term }
  const signal = AbortSignal.any([stopped, lease.lost])
  // Every pausing job listens to it.
  setMaxListeners(0, signal)
  const { config, db, clock } = chain
  const pauses = new Map<string, Pause>()
  const pauseOf = (name: string): Pause => {
    const pause = pauses.get(name) ?? createPause(signal)
    pauses.set(name, pause)
    return pause
  }

  /**
   * Repeats `turn` until the end. A fault is logged and counted, and delays the next turn by up to 15 seconds.
   * @param rest milliseconds until the next turn, unless the job is nudged before.
   */
  const forever = async (
    job: string,
    turn: () => Promise<void>,
    rest: () => number = () => pollInterval,
  ): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      try {
        await turn()
        failures = 0
        if (!signal.aborted) await pauseOf(job).rest(rest())
      } catch (cause) {
        if (signal.aborted) return
        failures += 1
        chain.counts.add(`${job}-failed`)
        chain.log.warn({ err: cause, job, failures }, 'background work failed; trying again')
        await pauseOf(`${job} failed`).rest(Math.min(250 * 2 ** failures, 15_000))
      }
    }
  }

  let [notedAt, toldAt] = [0, clock()]
  /** Whether blocks far below the head are read. */
  let isHistory = false
  /** Logs how far the chain is read, from time to time while there is much to read. */
  const tellProgress = async (): Promise<void> => {
    if (clock() - notedAt < pollInterval) return
    notedAt = clock()
    const [stored, height] = await Promise.all([readHead(db, config.id), chain.reads.latestHeight.height()])
    if (stored === undefined || height === undefined) return
    const behind = height - stored.number
    isHistory = behind >= distant
    if (!isHistory) return
    const secondsLeft = chain.catchUp.note(behind)
    if (clock() - toldAt < tellInterval) return
    toldAt = clock()
    chain.log.info({ block: stored.number, behind, secondsLeft }, 'reading the blocks up to the head')
  }

  const pace = createPace()
  let behindSince: number | undefined
  let announced: Announced | undefined
  /** The node's newest block when the chain was last stored up to it. */
  let level: string | undefined
  let unsettled = true
  const follow = async (): Promise<void> => {
    let known: Block | undefined
    for (;;) {
      const rewind = behindSince !== undefined && chain.clock() - behindSince >= rewindDelay
      const heard = announced
      announced = undefined
      // What was newest before a block was written mostly is that block.
      const newest = known ?? (heard === undefined ? await newestBlock(chain) : undefined)
      known = known === undefined ? newest : undefined
      const isSame = newest !== undefined && newest.hash === level
      const progress = isSame ? 'level' : await advance(chain, rewind, heard, newest)
      level = progress === 'level' ? newest?.hash : undefined
      if (progress === 'node-behind') behindSince ??= chain.clock()
      else if (!isSame) pace.note(heard?.number ?? Number(newest?.number ?? 0), heard !== undefined)
      if (progress === 'more') for (const job of afterBlock) pauseOf(job).nudge()
      if (progress === 'level' || progress === 'no-next') {
        behindSince = undefined
        isHistory = false
        while (unsettled && !signal.aborted) unsettled = await settleReadings(chain)
      }
      if (progress !== 'more' || signal.aborted) return
      await tellProgress()
    }
  }

  /** Checks a few blocks a turn, so that the load of the node is bounded, however fast the chain grows. */
  const check = async (): Promise<void> => {
    for (let done = 0; done < checksPerTurn && !signal.aborted; done += 1)
      if (!(await checkOnce(chain))) return
  }

  let [sweptAt, repricedAt] = [0, 0]
  let compared = false
  const undescribed = new Set(config.collections)
  /** Jobs that have work when the tables show some. */
  const waiting: Readonly<Record<string, () => Promise<void>>> = {
    check,
    expire: () => expireOrders(db, config.id, Math.floor(clock() / 1000)),
    describe: async () => {
      for (const contract of undescribed) {
        await describeCollection(chain, contract, 'filling')
        undescribed.delete(contract)
      }
      await describeTokens(chain, signal, async (worked) => {
        if (isHistory && !signal.aborted)
          await pauseOf('token described').rest(Math.min(worked * metadataRest, longestMetadataRest))
      })
    },
    fill: async () => {
      while (!signal.aborted && (await backfillOnce(chain))) {
        // Each call reads a part of the history.
      }
    },
    stats: async () => {
      const market = marketOf(chain)
      const started = performance.now()
      if (!compared) await markOtherCurrencies(db, market)
      compared = true
      while (!signal.aborted && (await refreshStats(db, market))) {
        // Each call refreshes some collections.
      }
      // In a busy market some are stale again at once: posts must not wait for what readers can compute meanwhile.
      const rest = Math.min((performance.now() - started) * statsRest, longestStatsRest)
      if (!signal.aborted) await pauseOf('stats done').rest(rest)
    },
    royalties: () => renewRoyalties(chain),
    webhooks: () => tellWebhooks(chain, signal),
    'cross-posts': () => crossPost(chain, signal),
  }
  /** Jobs that know by themselves when they have work. */
  const timed: Readonly<Record<string, () => Promise<void>>> = {
    due: async () => {
      const due = await readDueWork(db, config.id, Math.floor(clock() / 1000))
      for (const job of due) pauseOf(job).nudge()
      if (!due.includes('settle') || unsettled) return
      unsettled = true
      pauseOf('follow').nudge()
    },
    recount: createRecountTurn(chain),
    reprice: async () => {
      if (clock() - repricedAt < repriceInterval) return
      await repriceListings(chain)
      repricedAt = clock()
    },
    sweep: async () => {
      if (clock() - sweptAt < sweepInterval) return
      sweptAt = clock()
      await sweep(chain, signal)
    },
    finality: createTagReader(chain),
  }
  const readers = chain.orderBooks.flatMap((book) =>
    book.reads === undefined
      ? []
      : [{ name: book.name, reader: createBookReader(chain, { ...book, reads: book.reads }) }],
  )
  const reading = readers.map(({ name, reader }) => [`book-${name}`, () => reader.turn(signal)] as const)
  /** Jobs that run as soon as there is a new block. */
  const afterBlock = ['expire', 'describe', 'fill', 'webhooks']

  const unsubscribe = listenToHeads(chain.config, chain.log, (block) => {
    announced = block ?? announced
    pauseOf('follow').nudge()
  })
  await Promise.all([
    forever('follow', follow, pace.rest),
    ...Object.entries(waiting).map(([name, job]) => forever(name, job, () => longestRest)),
    ...[...Object.entries(timed), ...reading].map(([name, job]) => forever(name, job)),
  ])
  for (const { reader } of readers) reader.close()
  await unsubscribe()
}
