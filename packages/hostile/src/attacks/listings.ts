import { type Address, zeroAddress } from 'viem'
import type { Cast } from '../cast.ts'
import { order, partsFor, sign } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const item = (itemType: number, token: Address, id: bigint | number, amount: bigint | number) => ({
  itemType,
  token,
  identifierOrCriteria: `${id}`,
  startAmount: `${amount}`,
  endAmount: `${amount}`,
})
const feeTo = (recipient: Address, amount: bigint) => ({ ...item(0, zeroAddress, 0, amount), recipient })

const eth = 10n ** 18n

/** Listings that give more, bring less or stand longer than agreed. */
export function listingAttacks(cast: Cast): readonly PlanAttack[] {
  const { attacker, attackerKey, trap, nft, otherNft, weth, usdc, seaport } = cast
  const parts = partsFor(cast)
  return rows([
    [
      'L-01 proceeds to the attacker',
      'LIST',
      (r) => {
        order(r).consideration[0].recipient = attacker
      },
      'ORD_CONS_RECIPIENT',
    ],
    [
      'L-04 a private sale for nothing',
      'LIST',
      (r) => {
        order(r).consideration = [{ ...item(2, nft, 1, 1), recipient: attacker }]
      },
      'ORD_PRIVATE',
    ],
    [
      'L-04 and its price',
      'LIST',
      (r) => {
        order(r).consideration = [{ ...item(2, nft, 1, 1), recipient: attacker }]
      },
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
      'L-13 the same number of another currency',
      'LIST',
      (r) => {
        for (const item of order(r).consideration) Object.assign(item, { itemType: 1, token: usdc })
      },
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-16 a price that falls to nothing',
      'LIST',
      (r) => {
        for (const item of order(r).consideration) item.endAmount = '0'
      },
      'ORD_DUTCH',
    ],
    [
      'L-16 from ten years ago',
      'LIST',
      (r) => {
        order(r).startTime = 1_444_000_000
      },
      'ORD_TIME',
    ],
    [
      'L-19 all WETH into the bargain',
      'LIST',
      (r) =>
        order(r).offer.push({
          itemType: 1,
          token: weth,
          identifierOrCriteria: '0',
          startAmount: `${eth}`,
          endAmount: `${eth}`,
        }),
      'ORD_OFFER_COUNT',
    ],
    [
      'L-22 another token',
      'LIST',
      (r) => {
        order(r).offer[0].token = otherNft
      },
      'ORD_OFFER_ITEM',
    ],
    [
      'L-22 money under a token’s name',
      'LIST',
      (r) => Object.assign(order(r).offer[0], { token: weth, identifierOrCriteria: `${30n * 10n ** 18n}` }),
      'ORD_OFFER_ITEM',
    ],
    [
      'L-25 more units for the price',
      'LIST_E',
      (r) => {
        order(r).offer[0].startAmount = order(r).offer[0].endAmount = '1000'
      },
      'ORD_OFFER_AMOUNT',
    ],
    [
      'L-28 another account',
      'LIST',
      (r) => {
        order(r).offerer = trap
      },
      'ORD_OFFERER',
    ],
    ['L-31 a zone', 'LIST', (r) => Object.assign(order(r), { orderType: 2, zone: trap }), 'ORD_ZONE'],
    ['L-31 and its type', 'LIST', (r) => Object.assign(order(r), { orderType: 2, zone: trap }), 'ORD_TYPE'],
    [
      'L-34 a zone hash',
      'LIST',
      (r) => {
        order(r).zoneHash = `0x${'01'.repeat(32)}`
      },
      'ORD_ZONEHASH',
    ],
    [
      'L-36 an end in ten years',
      'LIST',
      (r) => {
        order(r).endTime += 315_360_000
      },
      'ORD_TIME',
    ],
    [
      'L-37 a start in a year',
      'LIST',
      (r) => {
        order(r).startTime += 31_536_000
      },
      'ORD_TIME',
    ],
    [
      'L-39 the attacker’s conduit',
      'LIST',
      (r) => {
        order(r).conduitKey = attackerKey
      },
      'ORD_CONDUIT',
    ],
    [
      'L-40 a counter to come',
      'LIST',
      (r) => {
        order(r).counter = '8'
      },
      'ORD_COUNTER',
    ],
    [
      'L-43 a leaf nobody sees',
      'LIST_B',
      (r) => {
        const evil = structuredClone(order(r).tree[0][0])
        evil.consideration[0].startAmount = evil.consideration[0].endAmount = '1'
        order(r).tree[1][1] = evil
      },
      'ORD_BULK',
    ],
    [
      'L-43 a higher tree',
      'LIST_B',
      (r) => {
        sign(r).types.BulkOrder[0].type = 'OrderComponents[2][2][2]'
        const pad = order(r).tree[1][1]
        order(r).tree = [
          order(r).tree,
          [
            [pad, pad],
            [pad, structuredClone(order(r).tree[0][0])],
          ],
        ]
      },
      'ORD_BULK',
    ],
    [
      'L-44 a listing twice under one signature',
      'LIST_B',
      (r) => {
        order(r).tree[1][0] = structuredClone(order(r).tree[0][0])
      },
      'ORD_BULK',
    ],
    ['L-46 many orders for a contract account', 'LIST_B of a contract account', () => {}, 'ORD_BULK'],
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
    [
      'L-50 another taker',
      'LIST_P',
      (r) => {
        order(r).consideration.at(-1).recipient = attacker
      },
      'ORD_PRIVATE',
    ],
    [
      'L-50 a token of choice',
      'LIST',
      (r) => Object.assign(order(r).offer[0], { itemType: 4, identifierOrCriteria: '0' }),
      'ORD_CRITERIA',
    ],
    [
      'L-51 Seaport’s validate instead',
      'LIST',
      (r) => parts.before(r, 'transaction', parts.item(seaport, '0x88147732')),
      'TX_SELECTOR',
    ],
  ])
}
