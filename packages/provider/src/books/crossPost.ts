import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainDeps } from '../deps.ts'
import { seaportOf } from '../orders/validateOrder.ts'
import { type DuePost, settleCrossPost, takeDuePost } from '../storage/orders/crossPosts.ts'
import { publish } from '../storage/service/outbox.ts'
import type { OrderBook, PostOutcome } from './orderBook.ts'

/** The most attempts for one order; with the delays between them they take a little more than an hour. */
const maxAttempts = 10
/** Seconds until the next attempt: 4, 8, 16 … */
const backoff = (attempt: number): number => 2 * 2 ** attempt
/** Seconds for which one process holds an order: longer than a call may last. */
const leaseTime = 60

type Settled = Parameters<typeof settleCrossPost>[3]

function settledBy(outcome: PostOutcome, attempt: number): Settled {
  if (outcome.state === 'posted') return { status: 'posted', reason: '' }
  if (outcome.state === 'refused' || attempt >= maxAttempts)
    return { status: 'failed', reason: outcome.reason }
  return { later: Math.max(backoff(attempt), (outcome.after ?? 0) / 1000), reason: outcome.reason }
}

/** Stores the outcome of a post and publishes it, in one transaction. */
function settle({ db, config }: ChainDeps, post: DuePost, settled: Settled): Promise<void> {
  const { id, orderId, orderbook, components } = post
  return db.transaction(async (tx) => {
    await settleCrossPost(tx, config.id, id, settled)
    if ('later' in settled) return
    const payload = { id, orderId, orderbook, maker: components.offerer, ...settled }
    await publish(tx, config.id, [{ kind: 'cross-post', payload }])
  })
}

async function postOne(chain: ChainDeps, book: OrderBook, post: DuePost): Promise<PostOutcome> {
  const seaport = seaportOf(chain.config, post.version)
  if (seaport === undefined)
    return { state: 'refused', reason: `Seaport ${post.version} is not traded on this chain.` }
  const { orderId: id, version, components, signature, apiKey } = post
  return book.post({ id, version, seaport, components, signature, apiKey })
}

/** Posts everything that is due to one book, no faster than the book allows, until it asks to wait. */
async function postDue(chain: ChainDeps, book: OrderBook, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const post = await takeDuePost(chain.db, chain.config.id, [book.name], leaseTime)
    if (post === undefined) return
    const outcome = await postOne(chain, book, post)
    await settle(chain, post, settledBy(outcome, post.attempts))
    if (outcome.state === 'later') {
      const { id, orderId, orderbook } = post
      chain.log.warn(
        { id, orderId, orderbook, reason: outcome.reason },
        'an order book did not accept an order',
      )
      return
    }
    await sleep(1000 / book.perSecond)
  }
}

/**
 * Posts waiting orders to the other order books, each at least once: when a process ends before it stores an outcome,
 * the order is posted again, and the book recognizes it by its hash.
 */
export async function crossPost(chain: ChainDeps, signal: AbortSignal): Promise<void> {
  await Promise.all(chain.orderBooks.map((book) => postDue(chain, book, signal)))
}
