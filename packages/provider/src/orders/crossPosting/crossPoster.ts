import type { ChainDeps } from '../../deps.ts'
import { type DuePost, settleCrossPost, takeDuePost } from '../../storage/orders/crossPosts.ts'
import { publish } from '../../storage/service/outbox.ts'
import { seaportOf } from '../validateOrder.ts'
import type { OrderBook, PostOutcome } from './orderBook.ts'

/** Attempts for one order; the waits between them sum up to a little more than an hour. */
const attempts = 10
/** Seconds until the next attempt: 4, 8, 16 … */
const backoff = (attempt: number): number => 2 * 2 ** attempt
/** Seconds for which one that was taken is nobody else's: longer than a call may last. */
const hold = 60

type Settled = Parameters<typeof settleCrossPost>[3]

function settledBy(outcome: PostOutcome, attempt: number): Settled {
  if (outcome.state === 'posted') return { status: 'posted', reason: '' }
  if (outcome.state === 'refused' || attempt >= attempts) return { status: 'failed', reason: outcome.reason }
  return { later: Math.max(backoff(attempt), (outcome.after ?? 0) / 1000), reason: outcome.reason }
}

/** Writes down what became of an order, and tells whoever listens, in one transaction. */
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

/** Sends one book everything that is due for it, no faster than it takes orders, until it asks to be left alone. */
async function serve(chain: ChainDeps, book: OrderBook, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const post = await takeDuePost(chain.db, chain.config.id, [book.name], hold)
    if (post === undefined) return
    const outcome = await postOne(chain, book, post)
    await settle(chain, post, settledBy(outcome, post.attempts))
    if (outcome.state === 'later') {
      const { id, orderId, orderbook } = post
      chain.log.warn(
        { id, orderId, orderbook, reason: outcome.reason },
        'an order book did not take an order',
      )
      return
    }
    await new Promise((go) => setTimeout(go, 1000 / book.perSecond))
  }
}

/**
 * Takes waiting orders to the other order books. At least once each: a process that ends between a call and the
 * note of it leaves the call to be made again, and a book knows an order by its hash.
 */
export async function crossPost(chain: ChainDeps, signal: AbortSignal): Promise<void> {
  await Promise.all(chain.orderBooks.map((book) => serve(chain, book, signal)))
}
