import {
  amountAt,
  askMatchData,
  type Filler,
  type FillOrder,
  isCriteria,
  isCurrency,
  isNft,
  type OfferItem,
  partOf,
} from '@sluice/seaport'
import { type Address, type Hex, zeroAddress } from 'viem'
import { nowSeconds } from '../context/chainReads.ts'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { matchSalt } from '../context/salts.ts'
import type { BuyIntent } from '../model/intent.ts'
import { addTo } from '../model/summed.ts'
import { sameSums } from './amounts.ts'
import { isMoving, type Maker, paid } from './maker.ts'
import { advancedOf } from './partialFills.ts'
import type { Trade } from './trade.ts'

type Buy = GuardContext<BuyIntent>

/** Returns the sum of the amounts of order items in the filled part, `seconds` from now. */
const sumAt = (
  context: Buy,
  { components, numerator, denominator }: FillOrder,
  items: readonly OfferItem[],
  side: 'offer' | 'consideration',
  seconds: number,
): bigint =>
  items.reduce((sum, item) => {
    const time = nowSeconds(context) + BigInt(seconds)
    return sum + amountAt(partOf(item, numerator, denominator), components, time, side)
  }, 0n)

/**
 * Checks a match (`matchAdvancedOrders`) that buys all of several listings or none of them. The account's own orders pay
 * exactly the prices of the listings and send their tokens to the recipient. A private listing must be for the recipient
 * and transfers its token by itself. Unused money comes back to the account.
 */
export function checkAskMatch(context: Buy, { fill, makers, mirrors, path }: Trade): undefined {
  const { account, recipient } = context.intent
  const refunded = fill.recipient === undefined || fill.recipient === zeroAddress ? account : fill.recipient
  if (refunded !== account) block(context, 'CALL_RECIPIENT', `${path}#recipient`, refunded, account)
  for (const { shape } of makers)
    if (shape.taker !== undefined && shape.taker !== recipient)
      block(context, 'CALL_RECIPIENT', path, shape.taker, recipient)
  for (const mirror of mirrors) {
    const { components, tips, numerator, denominator, index } = mirror
    const { offer, consideration, orderType, startTime, endTime } = components
    const valid =
      numerator === denominator &&
      orderType === 0 &&
      startTime < endTime &&
      tips.length === 0 &&
      offer.every((item) => isCurrency(item.itemType) && item.identifierOrCriteria === 0n) &&
      consideration.every((item) => isNft(item.itemType) && item.recipient === recipient && !isMoving(item))
    if (!valid) return block(context, 'CALL_SELF_ORDER', `${path}#orders.${index}`)
  }
  checkTokens(context, makers, mirrors, path)
  checkPayments(context, makers, mirrors, path)
}

/** Checks that the account's orders ask for exactly the tokens of the public listings. */
function checkTokens(
  context: Buy,
  makers: readonly Maker[],
  mirrors: readonly FillOrder[],
  path: string,
): undefined {
  const keyOf = (itemType: number, token: Address, id: bigint) => `${itemType}:${token}:${id}`
  const taken = new Map<string, bigint>()
  for (const { itemType, token, identifierOrCriteria, endAmount } of mirrors.flatMap(
    ({ components }) => components.consideration,
  ))
    addTo(taken, keyOf(itemType, token, identifierOrCriteria), endAmount)
  const bought = new Map<string, bigint>()
  for (const { shape, tokenId, units } of makers) {
    const { itemType, token } = shape.nft
    if (shape.taker === undefined)
      addTo(bought, keyOf(isCriteria(itemType) ? itemType - 2 : itemType, token, tokenId), units)
  }
  if (!sameSums(taken, bought))
    block(context, 'CALL_SELF_ORDER', path, [...taken.keys()].join(), [...bought.keys()].join())
}

/**
 * Checks that the account's orders offer exactly what the listings cost, at any time until the horizon. For each price
 * that changes over time they may offer one base unit more, because Seaport rounds against the payer.
 */
function checkPayments(
  context: Buy,
  makers: readonly Maker[],
  mirrors: readonly FillOrder[],
  path: string,
): undefined {
  const offers = mirrors.flatMap(({ components }) => components.offer)
  const ofItem = ({ itemType, token }: OfferItem) => `${itemType}:${token}`
  for (const kind of new Set([...offers, ...makers.flatMap(paid)].map(ofItem))) {
    const ofKind = (items: readonly OfferItem[]) => items.filter((item) => ofItem(item) === kind)
    const spare = BigInt(ofKind(makers.flatMap(paid)).filter(isMoving).length)
    for (const seconds of [0, context.policy.fills.horizonSeconds]) {
      const offered = mirrors.reduce(
        (sum, mirror) => sum + sumAt(context, mirror, ofKind(mirror.components.offer), 'offer', seconds),
        0n,
      )
      const cost = makers.reduce(
        (sum, maker) => sum + sumAt(context, maker.order, ofKind(paid(maker)), 'consideration', seconds),
        0n,
      )
      if (offered < cost || offered > cost + spare)
        return block(context, 'CALL_SELF_ORDER', path, offered, cost)
    }
  }
}

/** Encodes the same match from our own data: the makers' orders, and an order of the account that pays them. */
export const writeAskMatch = (context: Buy, { makers }: Trade, filler: Filler): Hex =>
  askMatchData(
    makers.map((maker) => ({
      order: advancedOf(maker),
      tokenId: maker.tokenId,
      resolvers: maker.resolvers,
    })),
    { ...filler, account: context.intent.account, salt: matchSalt(context) },
  )
