import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { ChainDeps } from '../deps.ts'
import { describeCollection } from '../metadata/describe.ts'
import { type Lease, takeLease } from '../storage/chain/leases.ts'
import { followChain } from './followChain.ts'
import { createPause } from './pause.ts'

/** Follows one chain block by block, from where it stopped, while no other process does. */
export type Indexer = {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds between two attempts to take the lease. */
const candidacy = 500

/** The node serves another chain than the settings name, whose facts must not be stored. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError'
}

async function checkNode(chain: ChainDeps): Promise<void> {
  const served = await chain.reads.client.getChainId()
  if (served !== chain.config.id)
    throw new WrongChainError(
      `SLUICE_CHAINS: the node of ${chain.config.slug} serves chain ${served}, not ${chain.config.id}.`,
    )
}

/** Makes the indexer of a chain. One of all processes on a database writes; the others wait to take over. */
export function createIndexer(chain: ChainDeps): Indexer {
  const { config, db, log } = chain
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = createPause(signal)
  const holder = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  let running: Promise<void> | undefined
  let checked = false

  const lead = async (lease: Lease): Promise<void> => {
    log.info({ holder, term: lease.term }, 'this process follows the chain')
    try {
      await followChain(chain, lease, signal)
    } finally {
      // A lease whose connection broke has ended already.
      await lease.release().catch(() => undefined)
      if (!signal.aborted) log.warn({ term: lease.term }, 'the chain is followed by another process now')
    }
  }
  const run = async (first: Lease | undefined): Promise<void> => {
    if (first !== undefined) await lead(first)
    while (!signal.aborted) {
      try {
        if (!checked) await checkNode(chain)
        checked = true
        const lease = await takeLease(db, config.id, holder)
        if (lease !== undefined) await lead(lease)
        else await pause.rest(candidacy)
      } catch (cause) {
        log.warn({ err: cause }, 'the chain cannot be followed yet; trying again')
        await pause.rest(candidacy * 4)
      }
    }
  }
  const begin = async (): Promise<Lease | undefined> => {
    try {
      await checkNode(chain)
      checked = true
    } catch (cause) {
      if (cause instanceof WrongChainError) throw cause
      // The provider serves what is stored meanwhile, and its health reports that the node does not answer.
      log.warn({ err: cause }, 'the node cannot be reached at startup; trying again')
      return undefined
    }
    const lease = await takeLease(db, config.id, holder)
    try {
      if (lease !== undefined)
        await Promise.all(
          config.collections.map((contract) => describeCollection(chain, contract, 'filling')),
        )
    } catch (cause) {
      log.warn({ err: cause }, 'failed to read the configured collections at startup; trying again')
    }
    return lease
  }

  return {
    start: async () => {
      running = run(await begin())
    },
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
