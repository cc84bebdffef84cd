import { type Announced, listenToHeads } from '../chain/heads.ts'
import type { ChainDeps } from '../deps.ts'
import { describeCollection, describeTokens } from '../metadata/describe.ts'
import { renewRoyalties } from '../metadata/royalties.ts'
import { crossPost } from '../orders/crossPoster.ts'
import { settleReadings } from '../orders/purses.ts'
import { expireOrders } from '../orders/status.ts'
import { tellWebhooks } from '../push/webhooks.ts'
import { pruneAnswers } from '../storage/answers.ts'
import { readHead } from '../storage/blocks.ts'
import { saveFinality, settledTags } from '../storage/finality.ts'
import type { Lease } from '../storage/leases.ts'
import { pruneEvents } from '../storage/outbox.ts'
import { pruneTokenSets } from '../storage/tokenSets.ts'
import { advance, checkOnce } from './advance.ts'
import { prunePayers } from './apply.ts'
import { backfillOnce } from './backfill.ts'
import { createPause, type Pause } from './pause.ts'
import { recountPiece } from './recountPiece.ts'

/** Milliseconds between looks when no new head was announced. */
const pollInterval = 1000
/** Milliseconds for which a node that ends before us is taken to be behind, not rolled back. */
const patience = 3000
/** Milliseconds between sweeps of what has become old. */
const pruneInterval = 600_000
/** Pushed events are kept this long for readers who come back, in hours. */
const eventHours = 48
/** Answers are kept this long for whoever asks again, in hours. */
const answerHours = 24
/** Orders that are held against the chain at once, and milliseconds between two such turns. */
const [ordersPerRecount, recountInterval] = [100, 5000]
/** Blocks whose logs are proven by their receipts in one turn, about a second. */
const checksPerTurn = 4
/** Deeper blocks are never taken back. */
const deepest = 2048

/** Asks the node which blocks are safe and final by now. A chain without such tags has none. */
async function readTags(chain: ChainDeps): Promise<void> {
  for (const tag of settledTags) {
    const block = await chain.reads.client.getBlock({ blockTag: tag }).catch((cause: unknown) => {
      chain.log.debug({ err: cause, tag }, 'the node knows no such tag')
      return undefined
    })
    if (block == null) continue
    await saveFinality(chain.db, chain.config.id, tag, { number: Number(block.number), hash: block.hash })
  }
}

/** Writes what the chain says under a lease, until the lease is lost or `stopped`. */
export async function followChain(deps: ChainDeps, lease: Lease, stopped: AbortSignal): Promise<void> {
  const chain: ChainDeps = { ...deps, term: lease.term }
  const signal = AbortSignal.any([stopped, lease.lost])
  const pauses = {
    follow: createPause(signal),
    tend: createPause(signal),
    settle: createPause(signal),
    check: createPause(signal),
    recount: createPause(signal),
    tell: createPause(signal),
    post: createPause(signal),
  }

  /** Runs `turn` until the end; after a fault it waits longer each time, up to 15 seconds. */
  const forever = async (pause: Pause, turn: () => Promise<void>, complaint: string): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      try {
        await turn()
        failures = 0
        if (!signal.aborted) await pause.rest(pollInterval)
      } catch (cause) {
        if (signal.aborted) return
        failures += 1
        chain.log.warn({ err: cause, failures }, complaint)
        await pause.rest(Math.min(250 * 2 ** failures, 15_000))
      }
    }
  }

  let behindSince: number | undefined
  let announced: Announced | undefined
  const follow = async (): Promise<void> => {
    for (;;) {
      const rewind = behindSince !== undefined && chain.clock() - behindSince >= patience
      const progress = await advance(chain, rewind, announced)
      if (progress === 'node-behind') behindSince ??= chain.clock()
      else if (progress === 'level') {
        behindSince = undefined
        while (!signal.aborted && (await settleReadings(chain))) {
          // Some readings at a time, until all were taken at the head.
        }
      }
      if (progress !== 'more' || signal.aborted) return
      pauses.tend.nudge()
      pauses.tell.nudge()
    }
  }

  /** A few blocks a turn: what it costs a node is bounded, however fast the chain grows. */
  const check = async (): Promise<void> => {
    for (let done = 0; done < checksPerTurn && !signal.aborted; done += 1)
      if (!(await checkOnce(chain))) return
  }

  let recounted = ''
  let recountedAt = chain.clock()
  /** A few orders a turn, from the first to the last, and then again from the first. */
  const recountSome = async (): Promise<void> => {
    if (chain.clock() - recountedAt < recountInterval) return
    recountedAt = chain.clock()
    const { next } = await recountPiece(chain, recounted, ordersPerRecount)
    recounted = next ?? ''
  }

  let prunedAt = 0
  const undescribed = new Set(chain.config.collections)
  const tend = async (): Promise<void> => {
    const { config, db, clock } = chain
    await expireOrders(db, config.id, Math.floor(clock() / 1000))
    if (clock() - prunedAt >= pruneInterval) {
      const head = await readHead(db, config.id)
      await pruneEvents(db, config.id, eventHours)
      await pruneAnswers(db, config.id, answerHours)
      await pruneTokenSets(db, config.id)
      await prunePayers(db, config.id, (head?.number ?? 0) - deepest)
      prunedAt = clock()
    }
    for (const contract of undescribed) {
      await describeCollection(chain, contract, 'filling')
      undescribed.delete(contract)
    }
    while (!signal.aborted && (await backfillOnce(chain))) {
      // A piece of the past at a time, until all of it is read.
    }
    await renewRoyalties(chain)
    await describeTokens(chain, signal)
  }

  const deafen = listenToHeads(chain.config, chain.log, (block) => {
    announced = block ?? announced
    pauses.follow.nudge()
  })
  await Promise.all([
    forever(pauses.follow, follow, 'the chain could not be followed; trying again'),
    forever(pauses.tend, tend, 'background work failed; trying again'),
    forever(pauses.check, check, 'the logs of recent blocks could not be proven; trying again'),
    forever(pauses.recount, recountSome, 'orders could not be held against the chain; trying again'),
    forever(pauses.tell, () => tellWebhooks(chain, signal), 'webhooks could not be told; trying again'),
    forever(pauses.post, () => crossPost(chain, signal), 'orders could not be sent elsewhere; trying again'),
    forever(pauses.settle, () => readTags(chain), 'the tags of the chain could not be read; trying again'),
  ])
  await deafen()
}
