import type { ChainDeps } from '../deps.ts'
import { ChainMovedError, recount } from '../orders/recount.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { createLostEventSearch } from './search/createLostEventSearch.ts'

/** Orders that are compared with the chain in one turn. */
const ordersPerTurn = 100
/** How many times longer the rest is on a chain without orders: a minute by default. */
const restWithoutOrders = 12
/** Requests of one turn that search lost events, each for 2000 blocks at most. */
const requestsPerTurn = 20
/** Times in a row after which a postponed turn is neither made smaller nor put off any longer: about five minutes. */
const maxPostponed = 6
/** Blocks that the stored head may be behind: nodes that keep no archive answer for about a hundred. */
const maxBehind = 64
/**
 * Milliseconds that the height of the nodes may be old. The following of the head asks for it with every block, and every
 * two seconds while there are many to read.
 */
const oldestHeight = 30_000

/** How many blocks the stored head is behind the nodes; `undefined` while either is not known. */
async function blocksBehind({ db, config, reads }: ChainDeps): Promise<number | undefined> {
  const [stored, height] = await Promise.all([
    readHead(db, config.id),
    reads.latestHeight.height(oldestHeight),
  ])
  return stored === undefined || height === undefined ? undefined : height - stored.number
}

/**
 * Makes the turns of the background recount: some orders each, from the first to the last, and then again from the
 * first. Where blocks come faster than that many orders can be compared, the next turn takes half as many, after twice
 * the time; this is counted as `recount-postponed`, and the first time in a row is logged. The first turn waits until the
 * chain is read up to its head, since many nodes know no state of earlier blocks: a local one that loaded its state has
 * none at all. For the same reason no turn is taken while the stored head is far behind.
 * @returns one turn, to be called again and again; it does nothing until its time has come.
 */
export function createRecountTurn(chain: ChainDeps): () => Promise<void> {
  const { clock, counts, log, recountSeconds } = chain
  const search = createLostEventSearch(chain)
  let [after, takenAt, postponed, allowed] = ['', clock(), 0, 0]
  let hasNoOrders = false
  return async () => {
    const rest = recountSeconds * 1000 * (hasNoOrders ? restWithoutOrders : 2 ** postponed)
    if (recountSeconds === 0 || clock() - takenAt < rest) return
    const behind = await blocksBehind(chain)
    if (behind === undefined || behind > allowed) return
    allowed = maxBehind
    takenAt = clock()
    hasNoOrders = false
    try {
      const { next, looked } = await recount(chain, after, ordersPerTurn >> postponed)
      hasNoOrders = after === '' && looked === 0
      after = next ?? ''
      await search(requestsPerTurn)
      postponed = 0
    } catch (cause) {
      if (!(cause instanceof ChainMovedError)) throw cause
      counts.add('recount-postponed')
      if (postponed === 0)
        log.info('The recount is postponed: blocks come faster than orders can be compared with the chain.')
      postponed = Math.min(postponed + 1, maxPostponed)
    }
  }
}
