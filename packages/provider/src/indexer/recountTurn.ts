import type { ChainDeps } from '../deps.ts'
import { ChainMovedError } from '../orders/recount.ts'
import { recountPiece } from './recountPiece.ts'

/** Orders that are compared with the chain in one turn. */
const ordersPerTurn = 100
/** Times in a row after which a postponed turn is neither made smaller nor put off any longer: about five minutes. */
const mostPostponed = 6

/**
 * Makes the turns of the background recount: some orders each, from the first to the last, and then again from the
 * first. Where blocks come faster than that many orders can be compared, the next turn takes half as many, after twice
 * the time; this is counted as `recount-postponed`, and the first time in a row is logged.
 * @returns one turn, to be called again and again; it does nothing until its time has come.
 */
export function createRecountTurn(chain: ChainDeps): () => Promise<void> {
  const { clock, counts, log, recountSeconds } = chain
  let [after, takenAt, postponed] = ['', clock(), 0]
  return async () => {
    if (recountSeconds === 0 || clock() - takenAt < recountSeconds * 1000 * 2 ** postponed) return
    takenAt = clock()
    try {
      const { next } = await recountPiece(chain, after, ordersPerTurn >> postponed)
      after = next ?? ''
      postponed = 0
    } catch (cause) {
      if (!(cause instanceof ChainMovedError)) throw cause
      counts.add('recount-postponed')
      if (postponed === 0)
        log.info('The recount is postponed: blocks come faster than orders can be compared with the chain.')
      postponed = Math.min(postponed + 1, mostPostponed)
    }
  }
}
