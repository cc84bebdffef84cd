import type { ChainDeps } from '../deps.ts'
import { applyBlocks, isNews, type ReadBlock, sizeOf } from './apply.ts'
import { applyHistory, finishHistory } from './applyHistory.ts'

/**
 * Milliseconds that a transaction of settled blocks should take: whoever posts an order waits for it to end, and a
 * fault repeats it.
 */
const transactionTime = 1000
/** The fewest and the most events that such a transaction is to have. */
const [fewestEvents, maxEvents] = [2000, 20_000]
/** The most events of a turn, some seconds, after which everything is derived. */
const slowTurn = 10_000

/** Writes blocks of settled ranges, many to a transaction, while the next ones are read. */
export type RangeWriter = {
  /**
   * Takes the next blocks, and begins to write all that wait as soon as they are enough. It resolves while they are
   * written: at most one more transaction waits for its turn.
   */
  add(blocks: readonly ReadBlock[]): Promise<void>
  /** Begins to write what waits, unless something is being written. */
  hurry(): void
  /**
   * Writes what waits, and resolves when everything is written. Where the node is so slow that there is time for it,
   * everything is derived as well: lists are then no older than a turn.
   */
  end(): Promise<void>
}

/**
 * @param watched the mark of the collections whose events were read.
 * @param stored the hash of the newest stored block.
 */
export function createRangeWriter(chain: ChainDeps, watched: string, stored: string): RangeWriter {
  let head = stored
  let waiting: ReadBlock[] = []
  let [events, enough] = [0, fewestEvents]
  let isHistory = true
  /** Ends when what is being written is stored, or failed: then nothing more is written. */
  let writing = Promise.resolve()
  let isWriting = false
  let total = 0

  const write = async (blocks: readonly ReadBlock[], count: number, before: string): Promise<void> => {
    const began = performance.now()
    const place = { watched, head: before }
    await (isHistory ? applyHistory(chain, blocks, place) : applyBlocks(chain, blocks, place, false))
    const fitting = (count * transactionTime) / (performance.now() - began)
    enough = Math.min(maxEvents, Math.max(fewestEvents, fitting))
    isWriting = false
  }
  const begin = (): void => {
    if (waiting.length === 0) return
    isWriting = true
    writing = write(waiting, events, head)
    // It is reported when the next transaction would begin.
    writing.catch(() => undefined)
    head = waiting.at(-1)?.head.hash ?? head
    waiting = []
    events = 0
  }
  const writeAll = async (): Promise<void> => {
    await writing
    begin()
    await writing
  }
  return {
    add: async (blocks) => {
      for (const block of blocks) {
        if (isHistory && isNews(chain, block)) {
          await writeAll()
          isHistory = false
        }
        waiting.push(block)
        const count = sizeOf(block)
        events += count
        total += count
        if (events < enough) continue
        await writing
        begin()
      }
    },
    hurry: () => {
      if (!isWriting) begin()
    },
    end: async () => {
      await writeAll()
      if (total < slowTurn) await finishHistory(chain)
    },
  }
}
