import { routes } from '@sluice/wire'
import { type Address, type Hex, isHex, size } from 'viem'
import { poll } from '../api/poll.ts'
import { readList } from '../api/readList.ts'
import { request } from '../api/request.ts'
import { readOrderStatus } from '../chain/reads.ts'
import type { ChainReader } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { isRecord } from '../journal/isRecord.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Session } from '../plan/session.ts'

/** With what the provider is asked. */
type Asking = Pick<Session, 'client' | 'chain' | 'signal'>

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
export async function confirmEnded(asking: Asking, orderIds: readonly Hex[]): Promise<void> {
  const open = new Set<string>(orderIds)
  const { client, signal } = asking
  try {
    await poll(
      async () => {
        for (const id of await endedAmong(asking, [...open])) open.delete(id)
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

/** The orders that a kept entry ends by its signature alone. */
export const endedBy = ({ purpose, post }: JournalEntry): readonly Hex[] => {
  const body = purpose === 'sign-cancel' && isRecord(post?.body) ? post.body : {}
  return Array.isArray(body.orderIds) ? body.orderIds.filter((id) => isHex(id) && size(id) === 32) : []
}

/** Whether the chain shows that none of these orders can be filled any more, and whether somebody filled one first. */
export async function endedOnChain(
  { chain, reader }: { readonly chain: Chain; readonly reader: ChainReader },
  orderIds: readonly Hex[],
): Promise<'cancelled' | 'filled' | 'unknown'> {
  const seaports = Object.values(chain.seaport).flatMap((address) => address?.toLowerCase() as Address)
  const ended = await Promise.all(
    orderIds.map(async (id) => {
      const reads = seaports.map((seaport) => readOrderStatus(reader, seaport, id).catch(() => undefined))
      const statuses = (await Promise.all(reads)).filter((status) => status !== undefined)
      if (statuses.some(({ filled, size: whole }) => whole > 0n && filled >= whole)) return 'filled'
      return statuses.some(({ cancelled }) => cancelled) ? 'cancelled' : 'unknown'
    }),
  )
  if (ended.length === 0 || ended.includes('unknown')) return 'unknown'
  return ended.includes('filled') ? 'filled' : 'cancelled'
}

/** Of these orders, those that the provider shows as over. */
async function endedAmong(
  { client, chain, signal }: Asking,
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
