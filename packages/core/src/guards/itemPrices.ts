import { paid, sumOver } from './fill.ts'
import type { BuyIntent } from './intent.ts'
import { block, type Judgement } from './judgement.ts'
import type { Trade } from './trade.ts'
import type { Claim } from './verdict.ts'

/** Each order within what the user said that one unit of the item it stands for may cost, tips included. */
export function checkItemPrices(
  judgement: Judgement<BuyIntent>,
  { makers, path }: Trade,
  claims: readonly Claim[],
): undefined {
  // A bare number is a price in one currency only.
  if (judgement.intent.limits?.size !== 1) return block(judgement, 'CALL_PRICE', 'intent.items')
  const bound = claims.filter(({ slot }) => slot.startsWith('item:'))
  const window = [0, judgement.policy.fills.horizonSeconds] as const
  for (const [position, maker] of makers.entries()) {
    const item = judgement.intent.items[Number(bound[position]?.slot.slice(5))]
    if (item?.maxPrice === undefined) continue
    const cost = sumOver(judgement, maker, paid(maker), 'most', window)
    const most = item.maxPrice * maker.units
    if (cost > most) block(judgement, 'CALL_PRICE', `${path}#orders.${maker.order.index}`, cost, most)
  }
}
