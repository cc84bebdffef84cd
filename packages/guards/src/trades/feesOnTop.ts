import { type FillOrder, feeAmount, isNft } from '@sluice/seaport'
import type { Address } from 'viem'
import { unitsOf } from '../context/claims.ts'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { royaltySlot, tipRecipientOf, tipSlot } from '../model/slots.ts'
import { addTo } from '../model/summed.ts'
import type { Claim } from '../model/verdict.ts'
import { sumOver } from './amounts.ts'
import type { Maker } from './maker.ts'
import { royaltySharesOf, type TradeContext } from './trade.ts'

/** A fee on top, in base units of its currency. */
type Tip = { readonly currency: Address; readonly recipient: Address; readonly units: bigint }

/** Returns the tips of a maker's order as claims on the agreed fees on top. Blocks tips in other currencies. */
export function tipClaims(context: TradeContext, maker: Maker, path: string): readonly Claim[] {
  const { currency, payments, side } = maker.shape
  const unpaid = new Map<Address, bigint>()
  return maker.order.tips.flatMap((tip) => {
    const plain =
      !isNft(tip.itemType) &&
      tip.token === currency &&
      tip.identifierOrCriteria === 0n &&
      tip.startAmount === tip.endAmount &&
      tip.itemType === (side === 'bid' ? 1 : payments[0]?.itemType)
    if (!plain) block(context, 'CALL_TIP', path, tip.recipient)
    const units = sumOver(context, maker, [tip])
    return royaltyFirst(context, maker, unpaid, { currency, recipient: tip.recipient, units })
  })
}

/**
 * Splits a tip into claims. A recipient may be owed both a royalty and a fee. The amount above the royalty counts as fee.
 * @param unpaid The royalties of the maker's order that are still unpaid, by recipient.
 */
export function royaltyFirst(
  context: TradeContext,
  maker: Maker,
  unpaid: Map<Address, bigint>,
  { currency, recipient, units }: Tip,
): readonly Claim[] {
  const owed = unpaid.get(recipient) ?? royaltyOwed(context, maker, recipient)
  const royalty = units < owed ? units : owed
  unpaid.set(recipient, owed - royalty)
  return [
    { slot: royaltySlot(currency, recipient), units: royalty },
    { slot: tipSlot(currency, recipient), units: units - royalty },
  ].filter((claim) => claim.units > 0n)
}

/**
 * Returns the royalty that an order leaves out and that the user agreed to pay on top: the royalty on chain minus what
 * the order pays.
 */
function royaltyOwed(context: TradeContext, maker: Maker, recipient: Address): bigint {
  if (context.intent.normalizeRoyalties !== true) return 0n
  const { payments, side } = maker.shape
  const share = royaltySharesOf(context, maker).find((each) => each.recipient === recipient)
  const bps = Math.min(share?.bps ?? 0, context.policy.maxRoyaltyBps)
  const prices = side === 'ask' ? payments : maker.order.components.offer
  const total = sumOver(context, maker, prices, { pick: 'least' })
  const alreadyPaid = payments.filter((item) => item.recipient === recipient)
  const owed = feeAmount(total, bps) - sumOver(context, maker, alreadyPaid, { pick: 'least' })
  return owed > 0n ? owed : 0n
}

/**
 * Checks that no fee on top exceeds what was agreed, and that all of them are paid if the plan is complete. A fee on
 * several units of one order is paid per unit, so rounding may leave up to one base unit per unit unpaid.
 */
export function checkTips(
  context: GuardContext & TradeContext,
  currencies: Iterable<Address>,
  whole: boolean,
): undefined {
  const { feesOnTop, items } = context.intent
  const agreed = (recipient: Address) =>
    feesOnTop.reduce((sum, fee) => (fee.recipient === recipient ? sum + fee.amount : sum), 0n)
  const all = [...context.done, ...context.items].flatMap((item) => item.claims)
  const tips = new Map<Address, bigint>()
  for (const { slot, units } of all) {
    const recipient = tipRecipientOf(slot)
    if (recipient !== undefined) addTo(tips, recipient, units)
  }
  // A fee was agreed once, not once for each currency.
  for (const [recipient, units] of tips)
    if (units > agreed(recipient)) block(context, 'CALL_TIP', 'steps', units, agreed(recipient))
  if (!whole) return
  // The iterator can be read only once.
  const paidCurrencies = [...currencies]
  for (const { recipient } of feesOnTop) {
    const paidTo = (slotOf: typeof tipSlot) =>
      paidCurrencies.reduce((sum, currency) => sum + unitsOf(all, slotOf(currency, recipient)), 0n)
    const paid = paidTo(tipSlot)
    const short = agreed(recipient) - paid
    // If a royalty is rounded down per unit, a part of the fee may have been counted as royalty.
    if (short < 0n || items.every(({ quantity }) => short - paidTo(royaltySlot) >= quantity))
      block(context, 'CALL_TIP', 'steps', paid, agreed(recipient))
  }
}

/**
 * Returns the tokens whose royalties must be read. They are those of all orders if royalties that an order leaves out are
 * paid on top. Otherwise they are those of orders that pay others than their maker, so that the card can name the share.
 */
export const royaltyTokens = ({ intent }: TradeContext, orders: readonly FillOrder[]) =>
  orders.flatMap(({ components: { offerer, offer, consideration } }) =>
    intent.normalizeRoyalties === true || consideration.some(({ recipient }) => recipient !== offerer)
      ? offer
          .filter((item) => isNft(item.itemType))
          .map((item) => [item.token, item.identifierOrCriteria] as const)
      : [],
  )
