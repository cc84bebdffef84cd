import { type Fill, ItemType, isNft, matchBids } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { nowSeconds } from '../context/chainReads.ts'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { matchSalt } from '../context/salts.ts'
import type { SellIntent } from '../model/intent.ts'
import { tipSlot } from '../model/slots.ts'
import { addTo } from '../model/summed.ts'
import type { Claim } from '../model/verdict.ts'
import { sameSums } from './amounts.ts'
import { royaltyFirst } from './feesOnTop.ts'
import type { Maker } from './maker.ts'
import { paysOnTop, type Trade } from './trade.ts'

type Sell = GuardContext<SellIntent>

/**
 * Returns what the seller's own orders pay to others. Only fees on top are allowed. Each must be in the currency of the
 * offer at the same position, because that offer pays for it.
 */
export function mirrorTips(context: Sell, { makers, mirrors, path }: Trade): readonly MirrorTip[] {
  const { account } = context.intent
  return mirrors.flatMap((mirror, position) => {
    const unpaid = new Map<Address, bigint>()
    return [...mirror.components.consideration, ...mirror.tips].flatMap((item) => {
      if (item.recipient === account) return []
      const { token: currency, recipient, startAmount: units } = item
      const plain =
        item.itemType === ItemType.erc20 &&
        makers[position]?.shape.currency === currency &&
        item.identifierOrCriteria === 0n &&
        units === item.endAmount
      if (!plain || !paysOnTop(context))
        block(context, 'CALL_TIP', `${path}#orders.${mirror.index}`, recipient)
      const maker = makers[position]
      const claims =
        maker === undefined
          ? [{ slot: tipSlot(currency, recipient), units }]
          : royaltyFirst(context, maker, unpaid, { currency, recipient, units })
      return claims.map((claim) => ({ ...claim, currency, recipient, mirror: position }))
    })
  })
}

/**
 * Checks the seller's own orders in a match: they give exactly the tokens that the offers ask for, and take exactly what
 * is left of the offers after fees.
 */
export function checkMirrors(
  context: Sell,
  { makers, mirrors, path }: Trade,
  proceeds: readonly Proceeds[],
): undefined {
  const { account } = context.intent
  const given = new Map<string, bigint>()
  const taken = new Map<string, bigint>()
  for (const { components, tips, numerator, denominator, index } of mirrors) {
    const { offer, consideration, orderType } = components
    const own = consideration.filter(({ recipient }) => recipient === account)
    const valid =
      numerator === denominator &&
      orderType === 0 &&
      tips.length === 0 &&
      offer.every((item) => isNft(item.itemType)) &&
      own.every((item) => item.itemType === ItemType.erc20) &&
      [...offer, ...own].every((item) => item.startAmount === item.endAmount)
    if (!valid) block(context, 'CALL_SELF_ORDER', `${path}#orders.${index}`)
    for (const item of offer)
      addTo(given, `${item.itemType}:${item.token}:${item.identifierOrCriteria}`, item.startAmount)
    for (const item of own) addTo(taken, item.token, item.startAmount)
  }
  const wanted = new Map<string, bigint>()
  const owed = new Map<string, bigint>()
  for (const { maker, offered, fees, tips } of proceeds) {
    const { nft, currency } = maker.shape
    const itemType = nft.itemType > 3 ? nft.itemType - 2 : nft.itemType
    addTo(wanted, `${itemType}:${nft.token}:${maker.tokenId}`, maker.units)
    addTo(owed, currency, offered - fees - tips)
  }
  if (!sameSums(given, wanted))
    block(context, 'CALL_SELF_ORDER', path, [...given.keys()].join(), [...wanted.keys()].join())
  // If a price changes over time, the rest of the offer goes to the account, which is the recipient of the match.
  const moving = makers.some(({ order: { components } }) =>
    [...components.offer, ...components.consideration].some((item) => item.startAmount !== item.endAmount),
  )
  for (const [currency, amount] of taken) {
    const due = owed.get(currency) ?? -1n
    if (amount > due || (amount < due && !moving)) block(context, 'CALL_PRICE', path, amount, due)
  }
}

/** Returns the offers of a match as fills, with the fees on top that the seller's own orders pay. */
const fillsFor = ({ makers }: Trade, mirrored: readonly MirrorTip[]): readonly Fill[] =>
  makers.map(({ order, shape, units, tokenId, resolvers }, position) => ({
    components: order.components,
    signature: order.signature,
    units: units === shape.quantity ? undefined : units,
    tokenId,
    proof: resolvers[0]?.criteriaProof ?? [],
    extraData: order.extraData === '0x' ? undefined : order.extraData,
    tips: [
      ...order.tips.map(({ recipient, startAmount }) => ({
        recipient,
        amount: (startAmount * units) / shape.quantity,
      })),
      ...mirrored
        .filter((tip) => tip.mirror === position)
        .map(({ recipient, units: amount }) => ({ recipient, amount })),
    ],
  }))

/** Encodes the same match from our own data: the offers, and orders of the account that give the tokens. */
export function writeOfferMatch(context: Sell, trade: Trade, tips: readonly MirrorTip[]): Hex {
  const { entry, conduitKey } = trade
  return matchBids(fillsFor(trade, tips), {
    seaport: entry.data.to,
    conduitKey,
    now: nowSeconds(context),
    account: context.intent.account,
    salt: matchSalt(context),
  }).data
}

/** The least that one offer brings, and what the seller pays out of it. */
export type Proceeds = {
  readonly maker: Maker
  readonly offered: bigint
  readonly fees: bigint
  readonly tips: bigint
}

/** A fee on top that one of the seller's own orders pays; `mirror` is the position of that order. */
export type MirrorTip = Claim & {
  readonly currency: Address
  readonly recipient: Address
  readonly mirror: number
}
