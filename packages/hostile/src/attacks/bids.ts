import { toHex, zeroAddress } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import {
  encode,
  erc20,
  first,
  inOrder,
  inSign,
  inStep,
  inStepData,
  order,
  orderItem,
  partsFor,
  stepOf,
} from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Bids that cost more, or are for something else. */
export function bidAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker, attackerKey, trap, otherNft, junkNft, weth, usdc, fakeWeth, conduit, chainId } =
    context
  const parts = partsFor(context)
  return rows('BID', inOrder, [
    ['O-01 another currency', { 'offer.0.token': usdc }, 'ORD_OFFER_ITEM'],
    [
      'O-03 ten times the price',
      { 'offer.0.startAmount': `${10n * eth}`, 'offer.0.endAmount': `${10n * eth}` },
      'ORD_OFFER_AMOUNT',
    ],
    ['O-04 more offered', { 'offer.+': orderItem(1, usdc, 0, 1) }, 'ORD_OFFER_COUNT'],
    ['O-07 nothing bought', (r) => order(r).consideration.shift(), 'ORD_CONS_ITEM'],
    ['O-08 the token to the attacker', { 'consideration.0.recipient': attacker }, 'ORD_CONS_RECIPIENT'],
    ['O-09 another collection', { 'consideration.0.token': junkNft }, 'ORD_CONS_ITEM'],
    [
      'O-10 any token instead of one',
      { 'consideration.0.itemType': 4, 'consideration.0.identifierOrCriteria': '0' },
      'ORD_CRITERIA',
    ],
    ['O-11 another root', { 'consideration.0.identifierOrCriteria': '12345' }, 'ORD_CRITERIA', 'BID_T'],
    ['O-12 a zero root', { 'consideration.0.identifierOrCriteria': '0' }, 'ORD_CRITERIA', 'BID_T'],
    ['O-13 any token of a shared contract', () => {}, 'ORD_CRITERIA', 'BID_C in a shared contract'],
    [
      'O-16 a higher fee',
      { 'consideration.1.startAmount': `${eth / 2n}`, 'consideration.1.endAmount': `${eth / 2n}` },
      'ORD_FEE',
    ],
    ['O-19 a year longer', { endTime: (time) => time + 31_536_000 }, 'ORD_TIME'],
    ['O-22 fifty ETH wrapped', inStepData('currency-wrapping', { value: toHex(50n * eth) }), 'CALL_WRAP'],
    ['O-23 wrapped at another contract', inStepData('currency-wrapping', { to: fakeWeth }), 'TX_TO'],
    [
      'O-28 a permit instead of an approval',
      inSign({
        primaryType: 'Permit',
        types: { Permit: [] },
        domain: { name: 'USD Coin', chainId, verifyingContract: usdc },
      }),
      'TD_UNKNOWN',
    ],
    [
      'O-02 the native coin offered',
      { 'offer.0.itemType': 0, 'offer.0.token': zeroAddress },
      'ORD_OFFER_ITEM',
    ],
    [
      'O-02 a token offered in place of money',
      { 'offer.0.itemType': 2, 'offer.0.token': otherNft, 'offer.0.identifierOrCriteria': '1' },
      'ORD_OFFER_ITEM',
    ],
    ['O-05 a token in addition to the money', { 'offer.+': orderItem(2, otherNft, 1, 1) }, 'ORD_OFFER_COUNT'],
    ['O-06 a price that rises', { 'offer.0.endAmount': `${100n * eth}` }, 'ORD_DUTCH'],
    [
      'O-07 two worthless tokens',
      { 'consideration.0.token': junkNft, 'consideration.0.amounts': '2' },
      'ORD_CONS_ITEM',
    ],
    [
      'O-08 the token to the zero address',
      { 'consideration.0.recipient': zeroAddress },
      'ORD_CONS_RECIPIENT',
    ],
    ['O-09 the next token', { 'consideration.0.identifierOrCriteria': '10' }, 'ORD_CONS_ITEM'],
    [
      'O-11 a root where any token was agreed',
      { 'consideration.0.identifierOrCriteria': '12345' },
      'ORD_CRITERIA',
      'BID_C',
    ],
    [
      'O-14 one token where any was agreed',
      { 'consideration.0.itemType': 2, 'consideration.0.identifierOrCriteria': '1' },
      'ORD_CRITERIA',
      'BID_C',
    ],
    [
      'O-15 an ERC-1155 token where an ERC-721 token was agreed',
      { 'consideration.0.itemType': 5 },
      'ORD_CONS_ITEM',
      'BID_C',
    ],
    ['O-16 a fee to the attacker', { 'consideration.-1.recipient': attacker }, 'ORD_FEE'],
    ['O-17 a fee in another currency', { 'consideration.-1.token': usdc }, 'ORD_CONS_CURRENCY'],
    [
      'O-18 the whole price as a fee',
      { 'consideration.-1.startAmount': `${eth}`, 'consideration.-1.endAmount': `${eth}` },
      'ORD_FEE',
    ],
    ['O-20 the attacker’s conduit', { conduitKey: attackerKey }, 'ORD_CONDUIT'],
    ['O-21 a zone of the attacker', { zone: trap, orderType: 2 }, 'ORD_ZONE'],
    [
      'O-24 an unwrap in place of a wrap',
      inStepData('currency-wrapping', { data: encode(erc20, 'withdraw', [1n]), value: '0x0' }),
      'TX_SELECTOR',
    ],
    ['O-24 wrapped twice', inStep('currency-wrapping', { 'items.+': first }), 'FLOW_BUDGET'],
    [
      'O-25 an unlimited allowance',
      inStep('currency-approval', { items: [parts.approveAmount(weth, 2n ** 256n - 1n)] }),
      'harmless',
    ],
    [
      'O-26 an allowance to the attacker',
      inStep('currency-approval', { items: [parts.approveAmount(weth, eth, attacker)] }),
      'APR_SPENDER',
    ],
    [
      'O-27 more allowance on top',
      inStepData('currency-approval', { data: encode(erc20, 'increaseAllowance', [conduit, eth]) }),
      'APR_KIND',
    ],
    [
      'O-29 a permit by transaction',
      (r) => {
        const word = `0x${'00'.repeat(32)}`
        stepOf(r, 'currency-approval').items[0].data.data = encode(erc20, 'permit', [
          account,
          attacker,
          eth,
          2n ** 64n,
          27,
          word,
          word,
        ])
      },
      'TX_SELECTOR',
    ],
    [
      'O-30 a transfer of the wrapped coin to the attacker',
      inStepData('currency-approval', { data: encode(erc20, 'transfer', [attacker, eth]) }),
      'TX_SELECTOR',
    ],
  ])
}
