import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'

/** Logs how far the chain is read while there is much to read. */
export type ProgressLog = {
  /** Notes that blocks were stored, and logs from time to time how many are missing. */
  note(): Promise<void>
  /** Notes that the chain is stored up to its head. */
  noteLevel(): void
  /** Whether the blocks that are read now are far below the head. */
  isHistory(): boolean
}

/** Milliseconds between two measurements of the distance to the head. */
const measureInterval = 1000
/** Milliseconds between two messages. */
const logInterval = 10_000
/** Blocks below the head that are worth a message. */
const distant = 128

/** Makes the log of a chain; its first message comes one interval after this call at the earliest. */
export function createProgressLog({ catchUp, clock, config, db, log, reads }: ChainDeps): ProgressLog {
  let [measuredAt, loggedAt] = [0, clock()]
  let isHistory = false
  return {
    note: async () => {
      if (clock() - measuredAt < measureInterval) return
      measuredAt = clock()
      const [stored, height] = await Promise.all([readHead(db, config.id), reads.latestHeight.height()])
      if (stored === undefined || height === undefined) return
      const behind = height - stored.number
      isHistory = behind >= distant
      if (!isHistory) return
      const secondsLeft = catchUp.note(behind)
      if (clock() - loggedAt < logInterval) return
      loggedAt = clock()
      log.info({ block: stored.number, behind, secondsLeft }, 'reading the blocks up to the head')
    },
    noteLevel: () => {
      isHistory = false
    },
    isHistory: () => isHistory,
  }
}
