import { matchFills, privateMatchData } from '@sluice/seaport'
import type { Hex } from 'viem'
import { advancedOf } from './advanced.ts'
import type { Maker } from './fill.ts'
import type { BuyIntent } from './intent.ts'
import { block, type Judgement, matchSalt } from './judgement.ts'
import type { Trade } from './trade.ts'

/** Functions that match orders. */
export const functions = matchFills

/** A match is only for one private listing to this account; the account's own order pays its price, nothing else. */
export function checkPrivate(
  judgement: Judgement<BuyIntent>,
  { makers, mirrors, path }: Trade,
  cost: bigint,
): undefined {
  const { account, recipient } = judgement.intent
  const [maker] = makers as [Maker]
  const [mirror] = mirrors
  if (maker.shape.taker !== account || recipient !== account)
    block(judgement, 'CALL_RECIPIENT', path, maker.shape.taker, account)
  const given = mirror?.components.offer ?? []
  const plain =
    makers.length === 1 &&
    mirrors.length === 1 &&
    mirror?.components.consideration.length === 0 &&
    mirror.tips.length === 0 &&
    mirror.components.orderType === 0 &&
    given.every(
      (item) =>
        item.token === maker.shape.currency &&
        item.itemType === maker.shape.payments[0]?.itemType &&
        item.identifierOrCriteria === 0n &&
        item.startAmount === item.endAmount,
    )
  const offered = given.reduce((sum, item) => sum + item.startAmount, 0n)
  if (!plain || offered !== cost) block(judgement, 'CALL_SELF_ORDER', path, offered, cost)
}

/** The same match, written by us: the maker's order and our own, which pays it. */
export const writeMatch = (judgement: Judgement<BuyIntent>, { makers }: Trade, conduitKey: Hex): Hex =>
  privateMatchData(advancedOf((makers as [Maker])[0]), [], {
    conduitKey,
    account: judgement.intent.account,
    salt: matchSalt(judgement),
  })
