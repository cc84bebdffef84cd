import { toHex } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { editCall, editFill, first, inData, inStep, partsFor, type Values } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Sales that bring less, give more tokens, or pay the attacker. */
export function saleAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker, attackerKey, trap, otherNft, weth, usdc, fakeWeth } = context
  const parts = partsFor(context)
  const anotherToken: Values = {
    '0.parameters.consideration.+': first,
    '0.parameters.consideration.-1.itemType': 2,
    '0.parameters.consideration.-1.identifierOrCriteria': 1n,
  }
  return rows('SELL_A', editFill, [
    ['S-01 a second token', anotherToken, 'CALL_TIP'],
    [
      'S-01 a second token in the offer itself',
      { ...anotherToken, '0.parameters.totalOriginalConsiderationItems': (count) => count + 1n },
      'CALL_ORDER_ITEM',
    ],
    ['S-02 another token of the collection', { '1.0.identifier': 1n }, 'CALL_ORDER_ITEM'],
    [
      'S-03 a fee of nearly the whole price',
      editCall({ '0.additionalRecipients.0.amount': 99n * (eth / 10n) - eth }),
      'CALL_PRICE',
      'SELL_B',
    ],
    [
      'S-04 a tip of nine WETH',
      editCall({ '0.additionalRecipients.+': { amount: 9n * eth, recipient: attacker } }),
      'CALL_TIP',
      'SELL_B',
    ],
    ['S-07 an offer whose amount falls', { '0.parameters.offer.0.endAmount': 0n }, 'CALL_PRICE'],
    [
      'S-07 an offer that falls below the minimum some hours later',
      { '0.parameters.offer.0.startAmount': 30n * eth, '0.parameters.offer.0.endAmount': 0n },
      'PRICE_MOVES',
    ],
    [
      'S-03 a fee of nine tenths of a larger price',
      editCall({ '0.offerAmount': 100n * eth, '0.additionalRecipients.0.amount': 90n * eth }),
      'ORD_FEE',
      'SELL_B',
    ],
    [
      'S-10 a second order of the user',
      editCall({
        '0.+': (orders) => orders[1],
        '0.-1.parameters.offer': [
          { itemType: 2, token: otherNft, identifierOrCriteria: 1n, startAmount: 1n, endAmount: 1n },
        ],
      }),
      'CALL_SELF_ORDER',
      'SELL_X',
    ],
    [
      'S-11 proceeds to the attacker',
      editCall({ '0.1.parameters.consideration.0.recipient': attacker }),
      'CALL_TIP',
      'SELL_X',
    ],
    [
      'S-12 less taken than remains',
      editCall({ '0.1.parameters.consideration.0.amounts': 1n }),
      'CALL_PRICE',
      'SELL_X',
    ],
    [
      'S-13 an unlimited allowance',
      inStep('currency-approval', { items: [parts.approveAmount(weth, 2n ** 256n - 1n)] }),
      'APR_AMOUNT',
    ],
    [
      'S-13 an allowance to an unknown contract',
      inStep('currency-approval', { items: [parts.approveAmount(weth, (75n * eth) / 100n, trap)] }),
      'APR_SPENDER',
    ],
    ['S-16 wei sent by the seller', inData({ value: toHex(eth) }), 'TX_VALUE'],
    [
      'S-03 a fee of 99% of the price',
      { '0.parameters.consideration.-1.amounts': (99n * eth) / 10n },
      'CALL_PRICE',
    ],
    [
      'S-05 a fee in another currency, paid by the seller',
      { '0.parameters.consideration.-1.token': usdc },
      'CALL_ORDER_ITEM',
    ],
    ['S-06 a fraction of a unique token', { '0.numerator': 1n, '0.denominator': 3n }, 'CALL_FRACTION'],
    ['S-07 fees that grow', { '0.parameters.consideration.-1.endAmount': 9_000n * eth }, 'CALL_PRICE'],
    ['S-08 the price to the attacker', { 3: attacker }, 'CALL_RECIPIENT'],
    ['S-09 the attacker’s conduit', { 2: attackerKey }, 'CALL_CONDUIT'],
    ['S-10 the seller’s own order alone', { '0.parameters.offerer': account }, 'CALL_SELF_ORDER'],
    ['S-11 the rest of a match to the attacker', editCall({ 3: attacker }), 'CALL_RECIPIENT', 'SELL_X'],
    [
      'S-14 paid in a worthless token',
      editFill((args) => {
        args[0].parameters.offer[0].token = fakeWeth
        for (const item of args[0].parameters.consideration) if (item.itemType === 1) item.token = fakeWeth
      }),
      'CALL_CURRENCY',
    ],
    ['S-15 a tenth of the price', { '0.parameters.offer.0.amounts': eth }, 'CALL_PRICE'],
    ['S-15 nothing offered', { '0.parameters.offer': [] }, 'CALL_ORDER_ITEM'],
    ['S-17 a resolver of the other side', editCall({ '1.0.side': 0 }), 'CALL_RESOLVER'],
    ['S-17 two resolvers of one item', editCall({ '1.+': first }), 'CALL_RESOLVER'],
    ['S-18 an offer made by a contract', { '0.parameters.orderType': 4 }, 'CALL_ORDER_TYPE'],
    ['S-18 an unlisted zone', { '0.parameters.orderType': 2, '0.parameters.zone': trap }, 'CALL_ZONE'],
    [
      'S-18 a match with the attacker’s data for a zone',
      editCall({ '0.0.extraData': '0x01' }),
      'CALL_ZONE',
      'SELL_X',
    ],
    [
      'S-18 a match that sells another token',
      editCall((args) => {
        args[0][1].parameters.offer[0].identifierOrCriteria = 1n
        if (args[1][0] !== undefined) args[1][0].identifier = 1n
      }),
      'CALL_ORDER_ITEM',
      'SELL_X',
    ],
  ])
}
