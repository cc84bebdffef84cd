import { setMaxListeners } from 'node:events'
import { createBookReader } from '../books/bookReader.ts'
import { listenToHeads } from '../chain/listenToHeads.ts'
import type { ChainDeps } from '../deps.ts'
import type { Lease } from '../storage/chain/leases.ts'
import { createBackgroundJobs, dueJob, pollInterval } from './backgroundJobs.ts'
import { createHeadFollower, followJob } from './headFollower.ts'
import { createJobs, type Job } from './jobs.ts'
import { createProgressLog } from './progressLog.ts'

/** Follows the chain under a lease, until the lease is lost or `stopped` aborts. */
export async function followChain(deps: ChainDeps, lease: Lease, stopped: AbortSignal): Promise<void> {
  const chain: ChainDeps = { ...deps, term: lease.term }
  // biome-ignore lint/plugin: neither is a timeout, and both are kept by others.
  const signal = AbortSignal.any([stopped, lease.lost])
  // Every pausing job listens to it.
  setMaxListeners(0, signal)

  const jobs = createJobs(chain, signal)
  const progressLog = createProgressLog(chain)
  const head = createHeadFollower(chain, signal, progressLog, () => jobs.nudge(dueJob))
  const follow: Job = { name: followJob, turn: head.turn, rest: head.rest }
  const background = createBackgroundJobs({ chain, signal, jobs, head, progressLog })
  const books = createBookJobs(chain, signal)

  const unsubscribe = listenToHeads(chain.config, chain.log, (block) => {
    head.announce(block)
    jobs.nudge(followJob)
  })
  await Promise.all([follow, ...background, ...books.jobs].map((job) => jobs.repeat(job)))
  books.close()
  await unsubscribe()
}

/** Makes the jobs that read orders from other order books; `close` ends their connections. */
function createBookJobs(
  chain: ChainDeps,
  signal: AbortSignal,
): { readonly jobs: readonly Job[]; close(): void } {
  const readers = chain.orderBooks.flatMap(({ name, reads, ...book }) =>
    reads === undefined ? [] : [{ name, reader: createBookReader(chain, { ...book, name, reads }) }],
  )
  return {
    jobs: readers.map(({ name, reader }) => ({
      name: `book-${name}`,
      turn: () => reader.turn(signal),
      rest: () => pollInterval,
    })),
    close: () => {
      for (const { reader } of readers) reader.close()
    },
  }
}
