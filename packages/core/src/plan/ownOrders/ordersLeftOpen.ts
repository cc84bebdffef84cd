import type { Finding, Verdict } from '@sluice/guards'
import { cancelAllSlot, finding } from '@sluice/guards/internal'
import { batchedOn } from '../../chain/multicall.ts'
import { readHead } from '../../chain/reads.ts'
import type { JournalEntry } from '../../journal/journalEntry.ts'
import { mayBeFilled, readSignedOrder } from '../../journal/signedOrderStatus.ts'
import { ordersOfEntries, signsNothing } from '../../journal/signedOrders.ts'
import type { PlanContext } from '../planContext.ts'

/**
 * Returns a finding to confirm for each order of the journal that stays open when everything is cancelled: a counter is
 * raised on one Seaport, and the order was signed for another. Nothing is found where the caller names the Seaport.
 * @param signed the journal's entries of signatures of the account on the chain.
 */
export async function ordersLeftOpen(
  { chain, reader, prepared, done }: Pick<PlanContext, 'chain' | 'reader' | 'prepared' | 'done'>,
  verdict: Verdict,
  signed: readonly JournalEntry[],
): Promise<readonly Finding[]> {
  const { intent } = prepared
  if (intent.action !== 'cancel' || intent.mode !== 'all' || intent.version !== undefined) return []
  if (reader === undefined) return []
  const claimed = new Set([...done, ...verdict.items].flatMap(({ claims }) => claims.map(({ slot }) => slot)))
  const orders = ordersOfEntries(
    signed.filter((entry) => !signsNothing(entry)),
    chain,
  ).filter(({ seaport }) => !claimed.has(cancelAllSlot(seaport)))
  if (orders.length === 0) return []
  const read = batchedOn(chain, reader)
  const time = (await readHead(read).catch(() => undefined))?.time
  const left = await Promise.all(
    orders.map(async (order) => {
      const { state } = await readSignedOrder(read, order, time)
      return mayBeFilled(state) ? [order.orderId] : []
    }),
  )
  return left.flat().map((id) => finding('confirm', 'CALL_CANCEL_SET', 'intent.version', id))
}
