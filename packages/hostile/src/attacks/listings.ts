import { zeroAddress } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { feeTo, incomplete, inOrder, order, orderItem, partsFor } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Listings that give more, bring less or stay open longer than agreed. */
export function listingAttacks(context: AttackContext): readonly PlanAttack[] {
  const { attacker, attackerKey, trap, nft, otherNft, weth, usdc, fakeWeth, seaport } = context
  const parts = partsFor(context)
  return rows('LIST', inOrder, [
    ['L-01 proceeds to the attacker', { 'consideration.0.recipient': attacker }, 'ORD_CONS_RECIPIENT'],
    ['L-02 proceeds to the zero address', { 'consideration.0.recipient': zeroAddress }, 'ORD_CONS_RECIPIENT'],
    [
      'L-02 proceeds to the fee’s recipient',
      (r) => {
        order(r).consideration[0].recipient = order(r).consideration[1].recipient
      },
      'ORD_FEE',
    ],
    ['L-03 no proceeds', (r) => order(r).consideration.shift(), 'ORD_PRICE'],
    [
      'L-04 a private sale for nothing',
      { consideration: [{ ...orderItem(2, nft, 1, 1), recipient: attacker }] },
      'ORD_PRIVATE',
    ],
    [
      'L-04 a private sale for nothing, by its price',
      { consideration: [{ ...orderItem(2, nft, 1, 1), recipient: attacker }] },
      'ORD_PRICE',
    ],
    ['L-05 an empty consideration', { consideration: [] }, 'ORD_PRICE'],
    [
      'L-06 everything a millionth',
      { 'consideration.*.amounts': (raw) => `${BigInt(raw) / 1_000_000n}` },
      'ORD_PRICE',
    ],
    ['L-06 one wei less', { 'consideration.0.amounts': (raw) => `${BigInt(raw) - 1n}` }, 'ORD_PRICE'],
    [
      'L-07 an additional fee',
      (r) => {
        const [net] = order(r).consideration
        net.startAmount = net.endAmount = `${(875n * eth) / 1000n}`
        order(r).consideration.push(feeTo(attacker, eth / 20n))
      },
      'ORD_FEE',
    ],
    ['L-08 the royalty to the attacker', { 'consideration.1.recipient': attacker }, 'ORD_FEE'],
    ['L-09 the marketplace’s fee to the attacker', { 'consideration.-1.recipient': attacker }, 'ORD_FEE'],
    ['L-11 a fee twice', { 'consideration.+': (all) => all.at(-1) }, 'ORD_FEE'],
    [
      'L-12 paid in a worthless token',
      { 'consideration.*.itemType': 1, 'consideration.*.token': fakeWeth },
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-12 only the proceeds in a worthless token',
      { 'consideration.0.itemType': 1, 'consideration.0.token': fakeWeth },
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-13 the same amount of another currency',
      { 'consideration.*.itemType': 1, 'consideration.*.token': usdc },
      'ORD_CONS_CURRENCY',
    ],
    ['L-14 a token id on a payment', { 'consideration.0.identifierOrCriteria': '1' }, 'ORD_CONS_CURRENCY'],
    [
      'L-15 a price that falls a little',
      { 'consideration.0.endAmount': (raw) => `${BigInt(raw) - 1n}` },
      'ORD_DUTCH',
    ],
    ['L-16 a price that falls to nothing', { 'consideration.*.endAmount': '0' }, 'ORD_DUTCH'],
    ['L-16 a start ten years ago', { startTime: 1_444_000_000 }, 'ORD_TIME'],
    [
      'L-17 an auction that ends lower than agreed',
      { 'consideration.*.endAmount': '1' },
      'ORD_PRICE',
      'LIST_D',
    ],
    [
      'L-17 an auction that starts lower',
      (r) => {
        for (const one of order(r).consideration) one.startAmount = one.endAmount
      },
      'ORD_PRICE',
      'LIST_D',
    ],
    ['L-18 a start the day before', { startTime: (time) => time - 86_400 }, 'ORD_TIME'],
    ['L-19 one WETH in addition', { 'offer.+': orderItem(1, weth, 0, eth) }, 'ORD_OFFER_COUNT'],
    ['L-20 a second token', { 'offer.+': orderItem(2, nft, 2, 1) }, 'ORD_OFFER_COUNT'],
    ['L-20 all tokens of another collection', { 'offer.+': orderItem(4, otherNft, 0, 1) }, 'ORD_OFFER_COUNT'],
    ['L-21 the next token', { 'offer.0.identifierOrCriteria': '2' }, 'ORD_OFFER_ITEM'],
    ['L-22 another token', { 'offer.0.token': otherNft }, 'ORD_OFFER_ITEM'],
    [
      'L-22 a currency in place of a token',
      { 'offer.0.token': weth, 'offer.0.identifierOrCriteria': `${30n * 10n ** 18n}` },
      'ORD_OFFER_ITEM',
    ],
    ['L-23 an edition in place of a token', { 'offer.0.itemType': 3 }, 'ORD_OFFER_ITEM'],
    ['L-24 two of a unique token', { 'offer.0.amounts': '2' }, 'ORD_OFFER_AMOUNT'],
    ['L-25 more units for the price', { 'offer.0.amounts': '1000' }, 'ORD_OFFER_AMOUNT', 'LIST_E'],
    ['L-26 an amount that grows over time', { 'offer.0.endAmount': '1000' }, 'ORD_OFFER_AMOUNT', 'LIST_E'],
    ['L-27 nothing offered', { offer: [] }, 'ORD_OFFER_COUNT'],
    ['L-28 another account', { offerer: trap }, 'ORD_OFFERER'],
    ['L-29 the attacker’s order', { offerer: attacker }, 'ORD_OFFERER'],
    ['L-31 a zone', { orderType: 2, zone: trap }, 'ORD_ZONE'],
    ['L-31 a zone, by the order type', { orderType: 2, zone: trap }, 'ORD_TYPE'],
    ['L-32 a unique token in parts', { orderType: 1 }, 'ORD_TYPE'],
    ['L-33 an order made by a contract', { orderType: 4 }, 'ORD_TYPE'],
    ['L-34 a zone hash', { zoneHash: `0x${'01'.repeat(32)}` }, 'ORD_ZONEHASH'],
    ['L-35 a zone without its type', { zone: trap }, 'ORD_ZONE'],
    ['L-35 another zone where one was agreed', { zone: trap }, 'ORD_ZONE', 'LIST_Z'],
    ['L-36 an end in ten years', { endTime: (time) => time + 315_360_000 }, 'ORD_TIME'],
    ['L-37 a start in a year', { startTime: (time) => time + 31_536_000 }, 'ORD_TIME'],
    ['L-38 no end', { endTime: `${2n ** 256n - 1n}` }, 'ORD_TIME'],
    [
      'L-38 an end before the start',
      (r) => {
        order(r).endTime = order(r).startTime - 1
      },
      'ORD_TIME',
    ],
    ['L-39 the attacker’s conduit', { conduitKey: attackerKey }, 'ORD_CONDUIT'],
    ['L-40 a future counter', { counter: '8' }, 'ORD_COUNTER'],
    ['L-41 a salt of the provider’s choice', { salt: '1' }, 'harmless'],
    ['L-48 a counter far in the future', { counter: `${2n ** 255n}` }, 'ORD_COUNTER'],
    [
      'L-49 one wei moved between payments',
      (r) => {
        const [net, royalty] = order(r).consideration
        net.startAmount = net.endAmount = `${BigInt(net.startAmount) - 1n}`
        royalty.startAmount = royalty.endAmount = `${BigInt(royalty.startAmount) + 1n}`
      },
      'ORD_FEE',
    ],
    ['L-50 another taker', { 'consideration.-1.recipient': attacker }, 'ORD_PRIVATE', 'LIST_P'],
    [
      'L-50 any token of the collection',
      { 'offer.0.itemType': 4, 'offer.0.identifierOrCriteria': '0' },
      'ORD_CRITERIA',
    ],
    [
      'L-51 a call to validate before the listing',
      parts.before('transaction', parts.item(seaport, '0x88147732')),
      'TX_SELECTOR',
    ],
    [
      'L-51 an approval for the attacker, and no listing yet',
      (r) => {
        r.steps.at(-1).items = [incomplete(undefined)]
        r.steps[0].items = [parts.approveOperator(nft, attacker)]
      },
      'APR_SPENDER',
      'LIST_A',
    ],
  ])
}
