import type { CheckedItem } from '@sluice/guards'
import { TradeError } from '../errors.ts'
import { type CheckedPlan, isStale, placeOf } from '../plan/checkedPlan.ts'
import { reportFailure } from '../plan/reportResult.ts'
import { review, reviewGas } from '../plan/review.ts'
import { ItemError } from '../run/itemError.ts'
import type { Batch } from '../transactions/sendBatch.ts'
import { sendTransaction } from '../transactions/sendTransaction.ts'
import { loadBatches } from './loadBatches.ts'
import { loadSigning } from './loadSigning.ts'
import type { TradeContext } from './tradeContext.ts'

/**
 * Carries out one checked item: shows it, asks the wallet, and waits until it is done. A failure is reported to the
 * provider. An item that was `confirmed` already is not shown again.
 *
 * @returns `stale`, with nothing asked of the wallet, if the plan became too old while the user read the card.
 * @throws {ItemError} with the item's failure.
 */
export async function performItem(
  context: TradeContext,
  checked: CheckedPlan,
  item: CheckedItem,
  confirmed: boolean,
): Promise<'done' | 'stale'> {
  const at = placeOf(item)
  try {
    if (!confirmed) await review(context, checked, item)
    const head = item.kind === 'transaction' ? await reviewGas(context, checked, item) : {}
    if (isStale(checked, context.done)) return 'stale'
    await checked.renew()
    if (item.kind === 'transaction') await sendTransaction(context, checked, item, head)
    else await (await loadSigning()).signOrder(context, item)
    context.done.push(item)
    return 'done'
  } catch (cause) {
    if (!(cause instanceof TradeError)) throw cause
    reportFailure(context, checked, at, cause)
    throw new ItemError(cause, at)
  }
}

/**
 * Carries out checked calls in one prompt, each of which is shown first.
 *
 * @returns `unsupported` if the wallet cannot carry them out together after all; `stale` as {@link performItem}.
 * @throws {ItemError} with the failure of the first call that failed.
 */
export async function performBatch(
  context: TradeContext,
  checked: CheckedPlan,
  { items, sponsored }: Batch,
): Promise<'done' | 'stale' | 'unsupported'> {
  const [first] = items
  try {
    for (const item of items) await review(context, checked, item, sponsored)
    const head = first === undefined ? {} : await reviewGas(context, checked, first)
    if (isStale(checked, context.done)) return 'stale'
    await checked.renew()
    const batches = await loadBatches()
    if ((await batches?.sendBatch(context, checked, items, head)) !== 'sent') return 'unsupported'
    context.done.push(...items)
    return 'done'
  } catch (error) {
    const cause = error instanceof ItemError ? error.error : error
    if (!(cause instanceof TradeError) || first === undefined) throw error
    const at = error instanceof ItemError ? error.at : placeOf(first)
    reportFailure(context, checked, at, cause)
    throw new ItemError(cause, at)
  }
}
