import { toHex, zeroAddress } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { editCall, editFill, first } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Purchases that cost more, deliver something else, or deliver to another account. */
export function purchaseAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker, attackerKey, trap, otherNft, junkNft, weth, fakeWeth } = context

  return rows('BUY_A', editFill, [
    ['B-07 the token to the attacker', { 3: attacker }, 'CALL_RECIPIENT'],
    ['B-08 another token', { '0.parameters.offer.0.identifierOrCriteria': 51n }, 'CALL_EXTRA_ORDER'],
    ['B-08 the junk collection', { '0.parameters.offer.0.token': junkNft }, 'CALL_EXTRA_ORDER'],
    [
      'B-09 a more expensive order',
      editFill((args, data) => {
        Object.assign(args[0].parameters.consideration[0], { startAmount: 2n * eth, endAmount: 2n * eth })
        data.value = toHex(2n * eth + (75n * eth) / 1000n)
      }),
      'CALL_PRICE',
    ],
    [
      'B-09 slightly above the price',
      editFill({ '0.parameters.consideration.0.amounts': (amount) => amount + eth / 10n }, eth / 10n),
      'CALL_PRICE',
    ],
    ['B-10 a cheap token of the criteria', { '1.0.identifier': 51n }, 'CALL_RESOLVER', 'BUY_CRITERIA'],
    ['B-11 an empty proof', editCall({ '1.0.criteriaProof': [] }), 'CALL_RESOLVER', 'BUY_CRITERIA'],
    [
      'B-12 a resolver of an order that is not there',
      editCall((args) => args[1].push({ ...args[1][0], orderIndex: 7n })),
      'CALL_RESOLVER',
      'BUY_CRITERIA',
    ],
    ['B-12 a resolver of the payment', editCall({ '1.0.side': 1 }), 'CALL_RESOLVER', 'BUY_CRITERIA'],
    [
      'B-13 paid in WETH',
      editFill((args, data) => {
        for (const item of args[0].parameters.consideration) Object.assign(item, { itemType: 1, token: weth })
        data.value = '0x0'
      }),
      'CALL_CURRENCY',
    ],
    [
      'B-14 another currency than agreed',
      { '0.parameters.consideration.*.token': weth },
      'CALL_CURRENCY',
      'BUY_E',
    ],
    [
      'B-09 a price that rises above the limit some hours later',
      {
        '0.parameters.consideration.0.startAmount': 1n,
        '0.parameters.consideration.0.endAmount': 900_000_000n,
      },
      'PRICE_MOVES',
      'BUY_E',
    ],
    [
      'B-14 the native coin and an ERC-20 together',
      editFill((args, data) => {
        Object.assign(args[0].parameters.consideration[0], { itemType: 0, token: zeroAddress })
        data.value = toHex(eth)
      }),
      'CALL_ORDER_ITEM',
      'BUY_E',
    ],
    [
      'B-15 a price that rises before it is sent',
      editFill((args, data) => {
        const [first] = args[0].parameters.consideration
        first.endAmount = 3n * first.startAmount
        data.value = toHex((1925n * eth) / 1000n)
      }),
      'CALL_PRICE',
    ],
    [
      'B-16 a fourth order',
      editCall({ '0.+': first, '0.-1.parameters.offer.0.token': junkNft }),
      'CALL_EXTRA_ORDER',
      'BUY_M',
    ],
    [
      'B-17 one order twice',
      editCall((args) => {
        args[0][1] = structuredClone(args[0][0])
      }),
      'CALL_EXTRA_ORDER',
      'BUY_M',
    ],
    ['B-18 a maximum below the number of orders', editCall({ 6: 1n }), 'CALL_QUANTITY', 'BUY_M'],
    [
      'B-19 payments mixed up',
      editCall((args) => {
        args[3][0].push(args[3][1].pop())
      }),
      'CALL_FULFILLMENTS',
      'BUY_M',
    ],
    [
      'B-19 one order more expensive than all',
      editCall((args, data) => {
        const [first] = args[0][2].parameters.consideration
        data.value = toHex(BigInt(data.value) - first.startAmount + 5n * eth)
        first.startAmount = first.endAmount = 5n * eth
      }),
      'CALL_PRICE',
      'BUY_M',
    ],
    [
      'B-20 a token that stays with the maker',
      editCall((args) => args[2].pop()),
      'CALL_FULFILLMENTS',
      'BUY_M',
    ],
    ['B-21 a sweep to the attacker', editCall({ 5: attacker }), 'CALL_RECIPIENT', 'BUY_M'],
    ['B-22 the attacker’s conduit', { 2: attackerKey }, 'CALL_CONDUIT', 'BUY_E'],
    ['B-23 an unlisted conduit', { 2: `0x${'77'.repeat(32)}` }, 'CALL_CONDUIT', 'BUY_E'],
    [
      'B-24 twenty ETH of tips',
      editFill((args, data) => {
        args[0].parameters.consideration.at(-1).startAmount = args[0].parameters.consideration.at(
          -1,
        ).endAmount = 20n * eth
        data.value = toHex(21n * eth)
      }),
      'CALL_TIP',
      'BUY_TIP',
    ],
    [
      'B-24 tips to the attacker',
      { '0.parameters.consideration.-1.recipient': attacker },
      'CALL_TIP',
      'BUY_TIP',
    ],
    ['B-25 an unlisted zone', { '0.parameters.orderType': 2, '0.parameters.zone': trap }, 'CALL_ZONE'],
    ['B-25 data for a zone without a zone', { '0.extraData': '0x00' }, 'CALL_ZONE'],
    ['B-26 an order made by a contract', { '0.parameters.orderType': 4 }, 'CALL_ORDER_TYPE'],
    ['B-27 half a unique token', { '0.numerator': 1n, '0.denominator': 2n }, 'CALL_FRACTION'],
    ['B-27 more than the whole order', { '0.numerator': 2n, '0.denominator': 1n }, 'CALL_FRACTION'],
    [
      'B-27 fewer units for the price of all',
      { '0.numerator': 1n, '0.denominator': 10n },
      'FLOW_FALSE_COMPLETE',
      'BUY_1155',
    ],
    [
      'B-34 an order that has ended',
      editFill((args) => {
        args[0].parameters.endTime = args[0].parameters.startTime + 1n
      }),
      'CALL_EXPIRED',
    ],
    [
      'B-34 an order that has not begun',
      editFill((args) => {
        args[0].parameters.startTime = args[0].parameters.endTime - 1n
      }),
      'CALL_EXPIRED',
    ],
    ['B-35 the account’s own order', { '0.parameters.offerer': account }, 'CALL_SELF_ORDER'],
    [
      'B-36 a token asked in payment',
      {
        '0.parameters.consideration.0.itemType': 2,
        '0.parameters.consideration.0.token': otherNft,
        '0.parameters.consideration.0.identifierOrCriteria': 1n,
        '0.parameters.consideration.0.amounts': 1n,
      },
      'CALL_ORDER_ITEM',
    ],
    [
      'B-36 a second token of the maker’s, sold for the price of two',
      { '0.parameters.offer.+': first, '0.parameters.offer.-1.identifierOrCriteria': 51n },
      'CALL_ORDER_ITEM',
    ],
    [
      'B-36 wrapped coin bought in place of a token',
      {
        '0.parameters.offer.0.itemType': 1,
        '0.parameters.offer.0.token': fakeWeth,
        '0.parameters.offer.0.identifierOrCriteria': 0n,
      },
      'CALL_ORDER_ITEM',
    ],
    [
      'B-38 the user’s own token in a match',
      editCall({
        '0.1.parameters.offer.+': {
          itemType: 2,
          token: otherNft,
          identifierOrCriteria: 1n,
          startAmount: 1n,
          endAmount: 1n,
        },
      }),
      'CALL_SELF_ORDER',
      'BUY_X',
    ],
    ['B-38 the refund to the attacker', editCall({ 3: attacker }), 'CALL_RECIPIENT', 'BUY_X'],
    [
      'B-38 the token given away in a match',
      editCall({ '0.0.parameters.consideration.-1.recipient': attacker }),
      'CALL_RECIPIENT',
      'BUY_X',
    ],
    [
      'B-38 a match that pays twice',
      editCall({ '0.1.parameters.offer.0.amounts': 2n * eth }),
      'CALL_SELF_ORDER',
      'BUY_X',
    ],
    ['B-39 another order than named', editCall({ '0.salt': 99n }), 'CALL_ORDER_ID', 'BUY_O'],
    [
      'B-39 another order of the same token',
      editCall({ '0.zoneHash': `0x${'01'.repeat(32)}` }),
      'CALL_ORDER_ID',
      'BUY_O',
    ],
    [
      'B-40 a purchase on the older Seaport under another order’s id',
      editCall({ '0.considerationAmount': (amount) => amount + 1n }),
      'CALL_ORDER_ID',
      'BUY_O',
    ],
  ])
}
