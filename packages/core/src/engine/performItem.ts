import type { CheckedItem } from '@sluice/guards'
import { TradeError } from '../errors.ts'
import { type CheckedPlan, placeOf } from '../plan/checkedPlan.ts'
import { reportFailure } from '../plan/reportResult.ts'
import { ItemError } from '../run/itemError.ts'
import type { Batch } from '../transactions/sendBatch.ts'
import { sendTransaction } from '../transactions/sendTransaction.ts'
import { loadBatches } from './loadBatches.ts'
import { loadSigning } from './loadSigning.ts'
import { showItems } from './showItems.ts'
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
    const shown = await showItems(context, checked, [item], { confirmed })
    if (shown === 'stale') return 'stale'
    const [seen = item] = shown.items
    if (seen.kind === 'transaction') await sendTransaction(context, shown.checked, seen, shown.head)
    else await (await loadSigning()).signOrder(context, seen)
    context.done.push(seen)
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
    const shown = await showItems(context, checked, items, { sponsored })
    if (shown === 'stale') return 'stale'
    const calls = shown.items.filter((item) => item.kind === 'transaction')
    const batches = await loadBatches()
    if ((await batches?.sendBatch(context, shown.checked, calls, shown.head)) !== 'sent') return 'unsupported'
    context.done.push(...calls)
    return 'done'
  } catch (error) {
    const cause = error instanceof ItemError ? error.error : error
    if (!(cause instanceof TradeError) || first === undefined) throw error
    const at = error instanceof ItemError ? error.at : placeOf(first)
    reportFailure(context, checked, at, cause)
    throw new ItemError(cause, at)
  }
}
