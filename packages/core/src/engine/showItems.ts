import type { CheckedItem } from '@sluice/guards'
import { finding, withFindings } from '@sluice/guards/internal'
import { stringify } from 'viem'
import type { Head } from '../chain/reads.ts'
import { type CheckedPlan, isExpired, itemKey, shouldReplan } from '../plan/checkedPlan.ts'
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
    if (how.mayRequest !== false && shouldReplan(checked, context.done)) return 'stale'
    await checked.resimulate()
    if (!isExpired(checked)) return { checked, items, head }
    await how.beforeCheck?.()
    const again = await checked.recheck()
    const fresh = items.map((item) => sameItem(again, item))
    unseen = fresh.filter((item, index) => isChanged([again, item], [checked, items[index]]))
    checked = again
    items = fresh
  }
}

/**
 * Returns the item of a plan that was checked again in place of `item`: at its place and for its purpose. What time
 * changes may be another: its bytes, and which of the agreed things it stands for.
 * @throws {TradeError} `blocked` if there is none.
 */
function sameItem({ verdict }: CheckedPlan, item: CheckedItem): CheckedItem {
  const alike = verdict.items.filter(
    (other) => itemKey(other) === itemKey(item) && other.purpose === item.purpose,
  )
  const [only] = alike
  const found = alike.length === 1 ? only : alike.find((other) => claimsText(other) === claimsText(item))
  if (found !== undefined) return found
  const missing = finding('block', 'FLOW_UNDECIDED', `steps.${item.stepIndex}.items.${item.itemIndex}`)
  throw planError('blocked', withFindings(verdict, [missing])).error
}

const claimsText = ({ claims }: CheckedItem): string => stringify(claims)

type Seen = readonly [CheckedPlan, CheckedItem | undefined]

/** Returns whether a card would say something else, or other bytes go to the wallet than those that were shown. */
const isChanged = (now: Seen, before: Seen): boolean => cardText(now) !== cardText(before)
const cardText = ([{ verdict }, item]: Seen): string =>
  stringify([item?.digest, item?.effects, verdict.findings])
