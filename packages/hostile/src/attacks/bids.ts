import { toHex, zeroAddress } from 'viem'
import type { Cast } from '../cast.ts'
import { encode, erc20, inOrder, order, partsFor, sign, stepOf } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Bids that cost more or are for something else. */
export function bidAttacks(cast: Cast): readonly PlanAttack[] {
  const { account, attacker, attackerKey, trap, otherNft, junkNft, weth, usdc, fakeWeth, conduit, chainId } =
    cast
  const parts = partsFor(cast)
  return rows([
    ['O-01 another currency', 'BID', inOrder({ 'offer.0.token': usdc }), 'ORD_OFFER_ITEM'],
    [
      'O-03 ten times the price',
      'BID',
      inOrder({ 'offer.0.startAmount': `${10n * eth}`, 'offer.0.endAmount': `${10n * eth}` }),
      'ORD_OFFER_AMOUNT',
    ],
    [
      'O-04 more offered',
      'BID',
      (r) =>
        order(r).offer.push({
          itemType: 1,
          token: usdc,
          identifierOrCriteria: '0',
          startAmount: '1',
          endAmount: '1',
        }),
      'ORD_OFFER_COUNT',
    ],
    ['O-07 nothing bought', 'BID', (r) => order(r).consideration.shift(), 'ORD_CONS_ITEM'],
    [
      'O-08 the token to the attacker',
      'BID',
      inOrder({ 'consideration.0.recipient': attacker }),
      'ORD_CONS_RECIPIENT',
    ],
    ['O-09 another collection', 'BID', inOrder({ 'consideration.0.token': junkNft }), 'ORD_CONS_ITEM'],
    [
      'O-10 any token instead of one',
      'BID',
      inOrder({ 'consideration.0.itemType': 4, 'consideration.0.identifierOrCriteria': '0' }),
      'ORD_CRITERIA',
    ],
    [
      'O-11 another root',
      'BID_T',
      inOrder({ 'consideration.0.identifierOrCriteria': '12345' }),
      'ORD_CRITERIA',
    ],
    [
      'O-12 a root of nothing',
      'BID_T',
      inOrder({ 'consideration.0.identifierOrCriteria': '0' }),
      'ORD_CRITERIA',
    ],
    ['O-13 any token of a shared contract', 'BID_C in a shared contract', () => {}, 'ORD_CRITERIA'],
    [
      'O-16 a higher fee',
      'BID',
      inOrder({ 'consideration.1.startAmount': `${eth / 2n}`, 'consideration.1.endAmount': `${eth / 2n}` }),
      'ORD_FEE',
    ],
    ['O-19 a year longer', 'BID', inOrder({ endTime: (time) => time + 31_536_000 }), 'ORD_TIME'],
    [
      'O-22 fifty ETH wrapped',
      'BID',
      (r) => {
        stepOf(r, 'currency-wrapping').items[0].data.value = toHex(50n * eth)
      },
      'CALL_WRAP',
    ],
    [
      'O-23 wrapped elsewhere',
      'BID',
      (r) => {
        stepOf(r, 'currency-wrapping').items[0].data.to = fakeWeth
      },
      'TX_TO',
    ],
    [
      'O-28 a permit instead of an approval',
      'BID',
      (r) =>
        Object.assign(sign(r), {
          primaryType: 'Permit',
          types: { Permit: [] },
          domain: { name: 'USD Coin', chainId, verifyingContract: usdc },
        }),
      'TD_UNKNOWN',
    ],
    [
      'O-02 the native coin offered',
      'BID',
      inOrder({ 'offer.0.itemType': 0, 'offer.0.token': zeroAddress }),
      'ORD_OFFER_ITEM',
    ],
    [
      'O-02 a token offered in place of money',
      'BID',
      inOrder({ 'offer.0.itemType': 2, 'offer.0.token': otherNft, 'offer.0.identifierOrCriteria': '1' }),
      'ORD_OFFER_ITEM',
    ],
    [
      'O-05 a token with the money',
      'BID',
      (r) =>
        order(r).offer.push({
          itemType: 2,
          token: otherNft,
          identifierOrCriteria: '1',
          startAmount: '1',
          endAmount: '1',
        }),
      'ORD_OFFER_COUNT',
    ],
    ['O-06 a price that rises', 'BID', inOrder({ 'offer.0.endAmount': `${100n * eth}` }), 'ORD_DUTCH'],
    [
      'O-07 two tokens of worth nothing',
      'BID',
      inOrder({ 'consideration.0.token': junkNft, 'consideration.0.amounts': '2' }),
      'ORD_CONS_ITEM',
    ],
    [
      'O-08 the token to nobody',
      'BID',
      inOrder({ 'consideration.0.recipient': zeroAddress }),
      'ORD_CONS_RECIPIENT',
    ],
    [
      'O-09 the next token',
      'BID',
      inOrder({ 'consideration.0.identifierOrCriteria': '10' }),
      'ORD_CONS_ITEM',
    ],
    [
      'O-11 a root where any was agreed',
      'BID_C',
      inOrder({ 'consideration.0.identifierOrCriteria': '12345' }),
      'ORD_CRITERIA',
    ],
    [
      'O-14 one token where any was agreed',
      'BID_C',
      inOrder({ 'consideration.0.itemType': 2, 'consideration.0.identifierOrCriteria': '1' }),
      'ORD_CRITERIA',
    ],
    [
      'O-15 any edition where a token was agreed',
      'BID_C',
      inOrder({ 'consideration.0.itemType': 5 }),
      'ORD_CONS_ITEM',
    ],
    ['O-16 a fee to the attacker', 'BID', inOrder({ 'consideration.-1.recipient': attacker }), 'ORD_FEE'],
    [
      'O-17 a fee in another currency',
      'BID',
      inOrder({ 'consideration.-1.token': usdc }),
      'ORD_CONS_CURRENCY',
    ],
    [
      'O-18 all of it a fee',
      'BID',
      inOrder({ 'consideration.-1.startAmount': `${eth}`, 'consideration.-1.endAmount': `${eth}` }),
      'ORD_FEE',
    ],
    ['O-20 the attacker’s conduit', 'BID', inOrder({ conduitKey: attackerKey }), 'ORD_CONDUIT'],
    ['O-21 a zone of the attacker', 'BID', inOrder({ zone: trap, orderType: 2 }), 'ORD_ZONE'],
    [
      'O-24 unwrapped in place of wrapped',
      'BID',
      (r) => {
        stepOf(r, 'currency-wrapping').items[0].data.data = encode(erc20, 'withdraw', [1n])
        stepOf(r, 'currency-wrapping').items[0].data.value = '0x0'
      },
      'TX_SELECTOR',
    ],
    [
      'O-24 wrapped twice',
      'BID',
      (r) =>
        stepOf(r, 'currency-wrapping').items.push(structuredClone(stepOf(r, 'currency-wrapping').items[0])),
      'FLOW_BUDGET',
    ],
    [
      'O-25 an endless allowance',
      'BID',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(weth, 2n ** 256n - 1n)]
      },
      'harmless',
    ],
    [
      'O-26 an allowance to the attacker',
      'BID',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(weth, eth, attacker)]
      },
      'APR_SPENDER',
    ],
    [
      'O-27 more allowance on top',
      'BID',
      (r) => {
        stepOf(r, 'currency-approval').items[0].data.data = encode(erc20, 'increaseAllowance', [conduit, eth])
      },
      'APR_KIND',
    ],
    [
      'O-29 a permit by transaction',
      'BID',
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
      'O-30 the wrapped coin straight to the attacker',
      'BID',
      (r) => {
        stepOf(r, 'currency-approval').items[0].data.data = encode(erc20, 'transfer', [attacker, eth])
      },
      'TX_SELECTOR',
    ],
  ])
}
