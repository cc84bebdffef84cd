import type { EndedOrder } from '@sluice/guards'
import { routes } from '@sluice/wire'
import { poll } from '../api/poll.ts'
import { readList } from '../api/readList.ts'
import { request } from '../api/request.ts'
import { TradeError } from '../errors.ts'
import type { Session } from '../plan/session.ts'

/** Reads that count before an order is given up as not confirmed. */
const attempts = 3
/** Orders that one read names at most. */
const together = 50

/** Statuses in which nobody can fill an order any more. */
const over: ReadonlySet<string | null | undefined> = new Set(['cancelled', 'filled', 'expired'])

/**
 * Waits until the provider shows every order that a posted signature ends as over. An order that ends by a signature
 * stays fillable for whoever its zone lets fill it, so that an accepted post alone says nothing.
 * @throws {TradeError} `cancel_unconfirmed`
 */
export async function confirmEnded(session: Session, ends: readonly EndedOrder[] | 'all'): Promise<void> {
  const ids = ends === 'all' ? [] : ends.map(({ order }) => order)
  const open = new Set<string>(ids)
  const { client, signal } = session
  try {
    await poll(
      async () => {
        for (const id of await endedAmong(session, [...open])) open.delete(id)
        return open.size === 0 ? true : undefined
      },
      {
        interval: client.pollingInterval,
        eager: client.eager,
        attempts,
        signal,
        failure: (n) => `Failed to get an ok response after ${n} attempt(s), aborting`,
      },
    )
  } catch (cause) {
    signal.throwIfAborted()
    throw new TradeError(
      'cancel_unconfirmed',
      'The provider did not confirm that the order is cancelled: it may still be live.',
      { cause, data: { orderIds: [...open] }, money: 'signed' },
    )
  }
}

/** Of these orders, those that the provider shows as over. */
async function endedAmong(
  { client, chain, signal }: Session,
  ids: readonly string[],
): Promise<readonly string[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / together) }, (_, page) =>
    ids.slice(page * together, (page + 1) * together),
  )
  const reads = pages.flatMap((named) =>
    [routes.asks, routes.bids].map(async ({ path }) => {
      const answer = await request(client, chain, { method: 'GET', path, query: { ids: named }, signal })
      return readList('orders', answer).items
    }),
  )
  const orders = (await Promise.all(reads)).flat()
  return orders.filter(({ status }) => over.has(status)).map(({ id }) => id.toLowerCase())
}
