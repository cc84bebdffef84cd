import type { CheckedItem } from '@sluice/guards'
import { stringify } from 'viem'
import type { Head } from '../chain/reads.ts'
import { type CheckedPlan, isOld, isStale, itemKey } from '../plan/checkedPlan.ts'
import { planError } from '../plan/planError.ts'
import { review, reviewGas } from '../plan/review.ts'
import type { TradeContext } from './tradeContext.ts'

/** Items that the user has seen as they are now, of a plan that is young enough to act on. */
export type ShownItems = {
  readonly checked: CheckedPlan
  readonly items: readonly CheckedItem[]
  /** The newest block, as far as a node said it. */
  readonly head: Partial<Head>
}

/**
 * Shows items to the user, one card each. A card may be open for hours: if the plan has become too old meanwhile, it is
 * checked again, and what has changed is shown again.
 *
 * @param how.confirmed whether the user has confirmed them already.
 * @param how.beforeCheck is awaited before the plan is checked again.
 * @returns `stale` if the plan has to be requested again instead.
 * @throws {TradeError} what `review`, `reviewGas` and `checkPlan` throw.
 */
export async function showItems(
  context: TradeContext,
  plan: CheckedPlan,
  asked: readonly CheckedItem[],
  how: {
    readonly confirmed?: boolean
    readonly sponsored?: boolean
    readonly beforeCheck?: () => Promise<unknown>
    /** Whether the plan may be requested again; not while a part of it is on its way. */
    readonly mayRequest?: boolean
  } = {},
): Promise<ShownItems | 'stale'> {
  let checked = plan
  let items = asked
  let unseen = how.confirmed === true ? [] : asked
  for (;;) {
    for (const item of unseen) await review(context, checked, item, how.sponsored)
    const [first] = items
    const head = first?.kind === 'transaction' ? await reviewGas(context, checked, first) : {}
    if (how.mayRequest !== false && isStale(checked, context.done)) return 'stale'
    await checked.renew()
    if (!isOld(checked)) return { checked, items, head }
    await how.beforeCheck?.()
    const again = await checked.recheck()
    const fresh = items.map((item) => sameItem(again, item))
    unseen = fresh.filter((item, index) => isChanged([again, item], [checked, items[index]]))
    checked = again
    items = fresh
  }
}

/** @throws {TradeError} `blocked` if the plan no longer contains an item. */
function sameItem({ verdict }: CheckedPlan, item: CheckedItem): CheckedItem {
  const found = verdict.items.find(
    (other) => itemKey(other) === itemKey(item) && other.digest === item.digest,
  )
  if (found === undefined) throw planError('blocked', verdict).error
  return found
}

type Seen = readonly [CheckedPlan, CheckedItem | undefined]

/** Returns whether a card would say something else. */
const isChanged = (now: Seen, before: Seen): boolean => cardText(now) !== cardText(before)
const cardText = ([{ verdict }, item]: Seen): string => stringify([item?.effects, verdict.findings])
