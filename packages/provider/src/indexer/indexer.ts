import { createClient, webSocket } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { describeCollection, describeTokens } from '../metadata/describe.ts'
import { expireOrders } from '../orders/status.ts'
import { readHead } from '../storage/blocks.ts'
import { pruneEvents } from '../storage/outbox.ts'
import { advance } from './advance.ts'
import { prunePayers } from './apply.ts'
import { backfillOnce } from './backfill.ts'

/** Follows one chain block by block, from where it stopped. */
export type Indexer = {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds between looks when no new head was announced. */
const pollInterval = 1000
/** Milliseconds for which a node that ends before us is taken to be behind, not rolled back. */
const patience = 3000
/** Milliseconds between sweeps of what has become old. */
const pruneInterval = 600_000
/** Pushed events are kept this long for readers who come back, in hours. */
const eventHours = 48
/** Deeper blocks are never taken back. */
const deepest = 2048

/** A pause that an announcement or the end cuts short. */
function createPause(stopped: AbortSignal) {
  let wake: (() => void) | undefined
  let announced = false
  return {
    nudge: (): void => {
      announced = true
      wake?.()
    },
    rest: (milliseconds: number): Promise<void> =>
      new Promise((done) => {
        const end = () => {
          announced = false
          clearTimeout(timer)
          done()
        }
        const timer = setTimeout(end, milliseconds)
        wake = end
        if (announced || stopped.aborted) end()
      }),
  }
}

/** The node serves another chain than the settings name: its facts would spoil the book. */
class WrongChainError extends Error {
  override readonly name = 'WrongChainError'
}

async function checkNode(chain: ChainDeps): Promise<void> {
  const served = await chain.reads.client.getChainId()
  if (served !== chain.config.id)
    throw new WrongChainError(
      `SLUICE_CHAINS: the node of ${chain.config.slug} serves chain ${served}, not ${chain.config.id}.`,
    )
}

export function createIndexer(chain: ChainDeps): Indexer {
  const stopped = new AbortController()
  const { signal } = stopped
  const pauses = { follow: createPause(signal), tend: createPause(signal) }
  let unsubscribe: (() => Promise<void>) | undefined
  let running: Promise<unknown> | undefined

  /** Runs `turn` until the end; after a fault it waits longer each time, up to 15 seconds. */
  const forever = async (
    pause: ReturnType<typeof createPause>,
    turn: () => Promise<void>,
    complaint: string,
  ): Promise<void> => {
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

  let checked = false
  let behindSince: number | undefined
  const follow = async (): Promise<void> => {
    if (!checked) await checkNode(chain)
    checked = true
    for (;;) {
      const rewind = behindSince !== undefined && chain.clock() - behindSince >= patience
      const progress = await advance(chain, rewind)
      if (progress === 'node-behind') behindSince ??= chain.clock()
      else if (progress === 'level') behindSince = undefined
      if (progress !== 'more' || signal.aborted) return
      pauses.tend.nudge()
    }
  }

  let prunedAt = 0
  const undescribed = new Set(chain.config.collections)
  const tend = async (): Promise<void> => {
    const { config, db, clock } = chain
    await expireOrders(db, config.id, Math.floor(clock() / 1000))
    if (clock() - prunedAt >= pruneInterval) {
      const head = await readHead(db, config.id)
      await pruneEvents(db, config.id, eventHours)
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
    await describeTokens(chain, signal)
  }

  const listen = async (): Promise<void> => {
    const { wsUrl } = chain.config
    if (wsUrl === undefined) return
    try {
      const client = createClient({
        transport: webSocket(wsUrl, { reconnect: { attempts: 1_000_000, delay: 2000 } }),
      })
      const { subscription, socket } = {
        subscription: await client.transport.subscribe({
          params: ['newHeads'],
          onData: pauses.follow.nudge,
          onError: pauses.follow.nudge,
        }),
        socket: await client.transport.getRpcClient(),
      }
      unsubscribe = async () => {
        // A socket that is down cannot be told, and is closed all the same.
        await subscription.unsubscribe().catch(() => undefined)
        socket.close()
      }
    } catch (cause) {
      chain.log.warn({ err: cause }, 'new blocks are not announced; the chain is polled')
    }
  }

  return {
    start: async () => {
      try {
        await checkNode(chain)
        checked = true
        await Promise.all([...undescribed].map((contract) => describeCollection(chain, contract, 'filling')))
        undescribed.clear()
      } catch (cause) {
        if (cause instanceof WrongChainError) throw cause
        // The provider serves what it knows meanwhile, and says in its health that the node is silent.
        chain.log.warn({ err: cause }, 'the node could not be asked at the start; trying again')
      }
      await listen()
      running = Promise.all([
        forever(pauses.follow, follow, 'the chain could not be followed; trying again'),
        forever(pauses.tend, tend, 'background work failed; trying again'),
      ])
    },
    stop: async () => {
      stopped.abort()
      for (const pause of Object.values(pauses)) pause.nudge()
      await unsubscribe?.()
      await running
    },
  }
}
