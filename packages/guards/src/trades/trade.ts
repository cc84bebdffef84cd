import type { FillCall, FillOrder } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { itemSlot, settleIfDone, unitsOf, used } from '../context/claims.ts'
import { block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import type { BuyIntent, SellIntent } from '../model/intent.ts'
import type { AssetDelta, Claim, Effects } from '../model/verdict.ts'
import { sumOver } from './amounts.ts'
import { type Maker, standardOf } from './maker.ts'

export type TradeContext = GuardContext<BuyIntent> | GuardContext<SellIntent>

/** A call to Seaport that fills orders, checked as far as purchases and sales have rules in common. */
export type Trade = {
  readonly fill: FillCall
  readonly entry: TransactionEntry
  readonly path: string
  readonly makers: readonly Maker[]
  /** The account's own orders in a match. */
  readonly mirrors: readonly FillOrder[]
  readonly conduitKey: Hex
  readonly spender: Address
  /** Returns whether a finding about the call blocks. */
  readonly failed: () => boolean
}
/** A trade with the claims of its orders: agreed items, and fees on top. */
export type BoundTrade = Trade & {
  readonly claims: readonly Claim[]
  /** Index of the item that each order serves. */
  readonly serves: ReadonlyMap<Maker, number>
}

/** The item that each order of a flow serves. */
export type Assignment = ReadonlyMap<Maker, number>

/** Returns whether this call is still to be sent: it is not done, and within what is left of every item. */
export function isDue(context: TradeContext, { entry }: Trade, claims: readonly Claim[]): boolean {
  // While nothing is done, the assignment has bound the claims to what is left.
  if (context.done.length === 0) return true
  if (settleIfDone(context, entry, claims)) return false
  const over = context.intent.items.findIndex(
    ({ quantity }, index) => used(context, itemSlot(index)) + unitsOf(claims, itemSlot(index)) > quantity,
  )
  if (over >= 0) block(context, 'FLOW_BUDGET', entry.path, itemSlot(over))
  return over < 0
}

export const nftDelta = (maker: Maker, counterparty?: Address): AssetDelta => ({
  kind: standardOf(maker),
  contract: maker.shape.nft.token,
  tokenId: maker.tokenId,
  amount: maker.units,
  ...(counterparty && { counterparty }),
})

export const currencyDelta = (contract: Address, itemType: number, amount: bigint): AssetDelta => ({
  kind: itemType === 0 ? 'native' : 'erc20',
  contract,
  amount,
})

export const royaltySharesOf = ({ chainState }: GuardContext, { shape, tokenId }: Maker) =>
  [chainState.royalties.get(`${shape.nft.token}:${tokenId}`) ?? []].flat()

/** Returns the most that a maker's order pays to others as fees. */
export function feesOf(context: TradeContext, maker: Maker): Effects['fees'] {
  const shares = royaltySharesOf(context, maker)
  const { tips, components } = maker.order
  const others = maker.shape.payments.filter((item) => item.recipient !== components.offerer)
  return [...others, ...tips].map((item) => ({
    ...currencyDelta(item.token, item.itemType, sumOver(context, maker, [item])),
    recipient: item.recipient,
    kindOfFee: shares.some((share) => share.recipient === item.recipient)
      ? 'royalty'
      : tips.includes(item)
        ? 'other'
        : 'marketplace',
  }))
}

/** Returns whether fees or royalties on top of the orders were agreed. */
export const paysOnTop = ({ intent: { feesOnTop, normalizeRoyalties } }: TradeContext): boolean =>
  feesOnTop.length > 0 || normalizeRoyalties === true
