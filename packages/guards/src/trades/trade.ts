import type { FillCall, FillOrder } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { settleIfDone, unitsOf, used } from '../context/claims.ts'
import { block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import type { BuyIntent, SellIntent } from '../model/intent.ts'
import { itemSlot } from '../model/slots.ts'
import type { AssetDelta, Claim, Effects } from '../model/verdict.ts'
import { sumOver } from './amounts.ts'
import { type Maker, standardOf } from './maker.ts'

export type TradeContext = GuardContext<BuyIntent> | GuardContext<SellIntent>

/** A call to Seaport that fills orders, checked by the rules that purchases and sales share. */
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
/** The index of the agreed item that each order fills. */
export type Assignment = ReadonlyMap<Maker, number>

/** A trade whose orders are assigned to agreed items. `claims` are on those items and on fees on top. */
export type BoundTrade = Trade & {
  readonly claims: readonly Claim[]
  readonly assignment: Assignment
}

/**
 * Returns whether this call is still to be sent: it was not executed before, and every item has enough units left. Blocks
 * the plan if an item does not.
 */
export function isTradeDue(context: TradeContext, { entry }: Trade, claims: readonly Claim[]): boolean {
  // If nothing was executed yet, the assignment has already kept the claims within the quantities.
  if (context.done.length === 0) return true
  if (settleIfDone(context, entry, claims)) return false
  const over = context.intent.items.findIndex(
    ({ quantity }, index) => used(context, itemSlot(index)) + unitsOf(claims, itemSlot(index)) > quantity,
  )
  if (over >= 0) block(context, 'FLOW_BUDGET', entry.path, itemSlot(over))
  return over < 0
}

/** Returns the checked item of a trade that is still to be sent. */
export const acceptedFill = ({ items }: TradeContext, { entry }: Trade) =>
  items.find(
    ({ stepIndex, itemIndex, effects }) =>
      stepIndex === entry.stepIndex && itemIndex === entry.itemIndex && effects.trades !== undefined,
  )

/** Returns the NFT of a maker's order as an asset; `counterparty` is the receiver, if it is another account. */
export const nftDelta = (maker: Maker, counterparty?: Address): AssetDelta => ({
  kind: standardOf(maker),
  contract: maker.shape.nft.token,
  tokenId: maker.tokenId,
  amount: maker.units,
  ...(counterparty && { counterparty }),
})

/** Returns an amount of a currency as an asset. */
export const currencyDelta = (contract: Address, itemType: number, amount: bigint): AssetDelta => ({
  kind: itemType === 0 ? 'native' : 'erc20',
  contract,
  amount,
})

/** Returns the royalties on chain for the token of a maker's order. */
export const royaltySharesOf = ({ chainState }: GuardContext, { shape, tokenId }: Maker) =>
  [chainState.royalties.get(`${shape.nft.token}:${tokenId}`) ?? []].flat()

/** Returns the fees that a maker's order pays to others, tips included. */
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

/** Returns whether fees or royalties on top were agreed. */
export const paysOnTop = ({ intent: { feesOnTop, normalizeRoyalties } }: TradeContext): boolean =>
  feesOnTop.length > 0 || normalizeRoyalties === true
