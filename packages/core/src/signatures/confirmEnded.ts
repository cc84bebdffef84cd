import { isFilled } from '@sluice/guards/internal'
import { lowerHex } from '@sluice/seaport/hex'
import { type Hex, isHex, size } from 'viem'
import { fetchOrders } from '../api/fetchOrders.ts'
import { isEnded } from '../api/isEnded.ts'
import { poll } from '../api/poll.ts'
import type { ChainReader } from '../chain/chainReader.ts'
import { readOrderStatus } from '../chain/reads.ts'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { isRecord } from '../property.ts'
import type { SignatureContext } from './signatureContext.ts'

/** How often the provider is asked before an order counts as not confirmed. */
const attempts = 3

/**
 * Waits until the provider shows every order that a posted signature ends as ended. Such an order can still be filled
 * by whoever its zone lets fill it, so an accepted post alone proves nothing.
 * @throws {TradeError} `cancel_unconfirmed`, `aborted`, or `order_filled` where the provider or the chain shows that
 * somebody filled an order before it ended.
 */
export async function confirmEnded(
  context: Pick<SignatureContext, 'client' | 'chain' | 'signal' | 'reader'>,
  orderIds: readonly Hex[],
): Promise<void> {
  const { client, chain, signal, reader } = context
  const open = new Set<string>(orderIds)
  const filled = new Set<string>()
  const read = async () => {
    for (const order of (await fetchOrders(client, chain, { ids: [...open], signal })).filter(isEnded)) {
      open.delete(order.id.toLowerCase())
      if (order.status === 'filled') filled.add(order.id.toLowerCase())
    }
    return open.size === 0 ? true : undefined
  }
  try {
    await poll(read, {
      interval: client.pollingInterval,
      adaptive: client.adaptivePolling,
      attempts,
      signal,
      failure: (n) => `Failed to get an ok response after ${n} attempt(s), aborting`,
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw new TradeError(
      'cancel_unconfirmed',
      'The provider did not confirm that the order is cancelled: somebody may still fill it.',
      { cause, data: { orderIds: [...open] }, money: 'signed' },
    )
  }
  const shown = reader === undefined ? 'unknown' : await endedOnChain({ chain, reader }, orderIds)
  if (filled.size === 0 && shown !== 'filled') return
  throw new TradeError('order_filled', 'The order was filled before it could be cancelled.', {
    data: { orderIds: filled.size === 0 ? orderIds : [...filled] },
  })
}

/** Returns the orders that the signature of a journal entry ends: those that it cancels or replaces. */
export const endedBy = ({ purpose, post, ends = [] }: JournalEntry): readonly Hex[] => {
  if (purpose !== 'sign-cancel') return ends
  const ids = isRecord(post?.body) ? post.body.orderIds : undefined
  return Array.isArray(ids) ? ids.filter((id) => isHex(id) && size(id) === 32).map(lowerHex) : []
}

/** Returns whether the provider shows one of these orders as ended; a provider that cannot answer shows nothing. */
export async function isShownEnded(
  { client, chain, signal }: Pick<SignatureContext, 'client' | 'chain' | 'signal'>,
  orderIds: readonly Hex[],
): Promise<boolean> {
  const onError = () => []
  const orders = await fetchOrders(client, chain, { ids: orderIds, signal, retries: 2, onError })
  signal.throwIfAborted()
  return orders.some(isEnded)
}

/** Returns whether the chain shows that none of these orders can be filled, and whether somebody filled one first. */
export async function endedOnChain(
  { chain, reader }: { readonly chain: Chain; readonly reader: ChainReader },
  orderIds: readonly Hex[],
): Promise<'cancelled' | 'filled' | 'unknown'> {
  const seaports = Object.values(chain.seaport)
    .filter((address) => address !== undefined)
    .map(lowerHex)
  const ended = await Promise.all(
    orderIds.map(async (id) => {
      const reads = seaports.map((seaport) => readOrderStatus(reader, seaport, id).catch(() => undefined))
      const statuses = (await Promise.all(reads)).filter((status) => status !== undefined)
      if (statuses.some(isFilled)) return 'filled'
      return statuses.some(({ cancelled }) => cancelled) ? 'cancelled' : 'unknown'
    }),
  )
  if (ended.length === 0 || ended.includes('unknown')) return 'unknown'
  return ended.includes('filled') ? 'filled' : 'cancelled'
}
