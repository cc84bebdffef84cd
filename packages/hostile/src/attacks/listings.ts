import { zeroAddress } from 'viem'
import type { Cast } from '../cast.ts'
import { feeTo, incomplete, inOrder, order, orderItem, partsFor } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Listings that give more, bring less or stand longer than agreed. */
export function listingAttacks(cast: Cast): readonly PlanAttack[] {
  const { attacker, attackerKey, trap, nft, otherNft, weth, usdc, fakeWeth, seaport } = cast
  const parts = partsFor(cast)
  return rows([
    [
      'L-01 proceeds to the attacker',
      'LIST',
      inOrder({ 'consideration.0.recipient': attacker }),
      'ORD_CONS_RECIPIENT',
    ],
    [
      'L-02 proceeds to nobody',
      'LIST',
      inOrder({ 'consideration.0.recipient': zeroAddress }),
      'ORD_CONS_RECIPIENT',
    ],
    [
      'L-02 proceeds to the fee’s recipient',
      'LIST',
      (r) => {
        order(r).consideration[0].recipient = order(r).consideration[1].recipient
      },
      'ORD_FEE',
    ],
    ['L-03 no proceeds', 'LIST', (r) => order(r).consideration.shift(), 'ORD_PRICE'],
    [
      'L-04 a private sale for nothing',
      'LIST',
      inOrder({ consideration: [{ ...orderItem(2, nft, 1, 1), recipient: attacker }] }),
      'ORD_PRIVATE',
    ],
    [
      'L-04 and its price',
      'LIST',
      inOrder({ consideration: [{ ...orderItem(2, nft, 1, 1), recipient: attacker }] }),
      'ORD_PRICE',
    ],
    ['L-05 nothing asked', 'LIST', inOrder({ consideration: [] }), 'ORD_PRICE'],
    [
      'L-06 everything a millionth',
      'LIST',
      inOrder({ 'consideration.*.amounts': (raw) => `${BigInt(raw) / 1_000_000n}` }),
      'ORD_PRICE',
    ],
    [
      'L-06 a wei less',
      'LIST',
      inOrder({ 'consideration.0.amounts': (raw) => `${BigInt(raw) - 1n}` }),
      'ORD_PRICE',
    ],
    [
      'L-07 a fee on the side',
      'LIST',
      (r) => {
        const [net] = order(r).consideration
        net.startAmount = net.endAmount = `${(875n * eth) / 1000n}`
        order(r).consideration.push(feeTo(attacker, eth / 20n))
      },
      'ORD_FEE',
    ],
    [
      'L-08 the royalty to the attacker',
      'LIST',
      inOrder({ 'consideration.1.recipient': attacker }),
      'ORD_FEE',
    ],
    [
      'L-09 the marketplace’s fee to the attacker',
      'LIST',
      inOrder({ 'consideration.-1.recipient': attacker }),
      'ORD_FEE',
    ],
    [
      'L-11 a fee twice',
      'LIST',
      (r) => order(r).consideration.push(structuredClone(order(r).consideration.at(-1))),
      'ORD_FEE',
    ],
    [
      'L-12 paid in worthless coin',
      'LIST',
      inOrder({ 'consideration.*.itemType': 1, 'consideration.*.token': fakeWeth }),
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-12 the proceeds alone in worthless coin',
      'LIST',
      inOrder({ 'consideration.0.itemType': 1, 'consideration.0.token': fakeWeth }),
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-13 the same number of another currency',
      'LIST',
      inOrder({ 'consideration.*.itemType': 1, 'consideration.*.token': usdc }),
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-14 a number where none belongs',
      'LIST',
      inOrder({ 'consideration.0.identifierOrCriteria': '1' }),
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-15 a price that falls a little',
      'LIST',
      inOrder({ 'consideration.0.endAmount': (raw) => `${BigInt(raw) - 1n}` }),
      'ORD_DUTCH',
    ],
    [
      'L-16 a price that falls to nothing',
      'LIST',
      inOrder({ 'consideration.*.endAmount': '0' }),
      'ORD_DUTCH',
    ],
    ['L-16 from ten years ago', 'LIST', inOrder({ startTime: 1_444_000_000 }), 'ORD_TIME'],
    [
      'L-17 an auction that ends lower than agreed',
      'LIST_D',
      inOrder({ 'consideration.*.endAmount': '1' }),
      'ORD_PRICE',
    ],
    [
      'L-17 an auction that starts lower',
      'LIST_D',
      (r) => {
        for (const one of order(r).consideration) one.startAmount = one.endAmount
      },
      'ORD_PRICE',
    ],
    ['L-18 a start the day before', 'LIST', inOrder({ startTime: (time) => time - 86_400 }), 'ORD_TIME'],
    [
      'L-19 all WETH into the bargain',
      'LIST',
      (r) => order(r).offer.push(orderItem(1, weth, 0, eth)),
      'ORD_OFFER_COUNT',
    ],
    ['L-20 a second token', 'LIST', (r) => order(r).offer.push(orderItem(2, nft, 2, 1)), 'ORD_OFFER_COUNT'],
    [
      'L-20 all tokens of another collection',
      'LIST',
      (r) => order(r).offer.push(orderItem(4, otherNft, 0, 1)),
      'ORD_OFFER_COUNT',
    ],
    ['L-21 the next token', 'LIST', inOrder({ 'offer.0.identifierOrCriteria': '2' }), 'ORD_OFFER_ITEM'],
    ['L-22 another token', 'LIST', inOrder({ 'offer.0.token': otherNft }), 'ORD_OFFER_ITEM'],
    [
      'L-22 money under a token’s name',
      'LIST',
      inOrder({ 'offer.0.token': weth, 'offer.0.identifierOrCriteria': `${30n * 10n ** 18n}` }),
      'ORD_OFFER_ITEM',
    ],
    ['L-23 an edition in place of a token', 'LIST', inOrder({ 'offer.0.itemType': 3 }), 'ORD_OFFER_ITEM'],
    ['L-24 two of a unique token', 'LIST', inOrder({ 'offer.0.amounts': '2' }), 'ORD_OFFER_AMOUNT'],
    ['L-25 more units for the price', 'LIST_E', inOrder({ 'offer.0.amounts': '1000' }), 'ORD_OFFER_AMOUNT'],
    [
      'L-26 units that grow while the order stands',
      'LIST_E',
      inOrder({ 'offer.0.endAmount': '1000' }),
      'ORD_OFFER_AMOUNT',
    ],
    ['L-27 nothing offered', 'LIST', inOrder({ offer: [] }), 'ORD_OFFER_COUNT'],
    ['L-28 another account', 'LIST', inOrder({ offerer: trap }), 'ORD_OFFERER'],
    ['L-29 the attacker’s order', 'LIST', inOrder({ offerer: attacker }), 'ORD_OFFERER'],
    ['L-31 a zone', 'LIST', inOrder({ orderType: 2, zone: trap }), 'ORD_ZONE'],
    ['L-31 and its type', 'LIST', inOrder({ orderType: 2, zone: trap }), 'ORD_TYPE'],
    ['L-32 a unique token in parts', 'LIST', inOrder({ orderType: 1 }), 'ORD_TYPE'],
    ['L-33 an order of a contract', 'LIST', inOrder({ orderType: 4 }), 'ORD_TYPE'],
    ['L-34 a zone hash', 'LIST', inOrder({ zoneHash: `0x${'01'.repeat(32)}` }), 'ORD_ZONEHASH'],
    ['L-35 a zone without its type', 'LIST', inOrder({ zone: trap }), 'ORD_ZONE'],
    ['L-35 another zone where one was agreed', 'LIST_Z', inOrder({ zone: trap }), 'ORD_ZONE'],
    ['L-36 an end in ten years', 'LIST', inOrder({ endTime: (time) => time + 315_360_000 }), 'ORD_TIME'],
    ['L-37 a start in a year', 'LIST', inOrder({ startTime: (time) => time + 31_536_000 }), 'ORD_TIME'],
    ['L-38 for ever', 'LIST', inOrder({ endTime: `${2n ** 256n - 1n}` }), 'ORD_TIME'],
    [
      'L-38 an end before the start',
      'LIST',
      (r) => {
        order(r).endTime = order(r).startTime - 1
      },
      'ORD_TIME',
    ],
    ['L-39 the attacker’s conduit', 'LIST', inOrder({ conduitKey: attackerKey }), 'ORD_CONDUIT'],
    ['L-40 a counter to come', 'LIST', inOrder({ counter: '8' }), 'ORD_COUNTER'],
    ['L-41 a salt of the provider’s choice', 'LIST', inOrder({ salt: '1' }), 'harmless'],
    ['L-48 a counter for ever later', 'LIST', inOrder({ counter: `${2n ** 255n}` }), 'ORD_COUNTER'],
    [
      'L-49 a wei here and there',
      'LIST',
      (r) => {
        const [net, royalty] = order(r).consideration
        net.startAmount = net.endAmount = `${BigInt(net.startAmount) - 1n}`
        royalty.startAmount = royalty.endAmount = `${BigInt(royalty.startAmount) + 1n}`
      },
      'ORD_FEE',
    ],
    ['L-50 another taker', 'LIST_P', inOrder({ 'consideration.-1.recipient': attacker }), 'ORD_PRIVATE'],
    [
      'L-50 a token of choice',
      'LIST',
      inOrder({ 'offer.0.itemType': 4, 'offer.0.identifierOrCriteria': '0' }),
      'ORD_CRITERIA',
    ],
    [
      'L-51 Seaport’s validate instead',
      'LIST',
      (r) => parts.before(r, 'transaction', parts.item(seaport, '0x88147732')),
      'TX_SELECTOR',
    ],
    [
      'L-51 an approval to Seaport’s own address and nothing listed',
      'LIST_A',
      (r) => {
        r.steps.at(-1).items = [incomplete(undefined)]
        r.steps[0].items = [parts.approveOperator(nft, attacker)]
      },
      'APR_SPENDER',
    ],
  ])
}
