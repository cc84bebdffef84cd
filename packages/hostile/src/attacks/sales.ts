import { toHex } from 'viem'
import type { Cast } from '../cast.ts'
import { inCall, partsFor, recall, refill, stepOf } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Offers accepted for less, with more tokens, or for the attacker. */
export function saleAttacks(cast: Cast): readonly PlanAttack[] {
  const { account, attacker, attackerKey, trap, otherNft, weth, usdc, fakeWeth } = cast
  const parts = partsFor(cast)
  return rows([
    [
      'S-01 a second token',
      'SELL_A',
      refill((args) =>
        args[0].parameters.consideration.push({
          ...args[0].parameters.consideration[0],
          itemType: 2,
          identifierOrCriteria: 1n,
        }),
      ),
      'CALL_TIP',
    ],
    [
      'S-01 a second token in the offer itself',
      'SELL_A',
      refill((args) => {
        args[0].parameters.consideration.push({
          ...args[0].parameters.consideration[0],
          itemType: 2,
          identifierOrCriteria: 1n,
        })
        args[0].parameters.totalOriginalConsiderationItems += 1n
      }),
      'CALL_ORDER_ITEM',
    ],
    ['S-02 another token of the collection', 'SELL_A', refill({ '1.0.identifier': 1n }), 'CALL_ORDER_ITEM'],
    [
      'S-03 a fee of nearly all',
      'SELL_B',
      recall({ '0.additionalRecipients.0.amount': 99n * (eth / 10n) - eth }),
      'CALL_PRICE',
    ],
    [
      'S-04 a tip of nine WETH',
      'SELL_B',
      recall((args) => args[0].additionalRecipients.push({ amount: 9n * eth, recipient: attacker })),
      'CALL_TIP',
    ],
    ['S-07 an offer that falls', 'SELL_A', refill({ '0.parameters.offer.0.endAmount': 0n }), 'CALL_PRICE'],
    [
      'S-10 a second order of the user',
      'SELL_X',
      recall((args) =>
        args[0].push({
          ...structuredClone(args[0][1]),
          parameters: {
            ...structuredClone(args[0][1].parameters),
            offer: [
              { itemType: 2, token: otherNft, identifierOrCriteria: 1n, startAmount: 1n, endAmount: 1n },
            ],
          },
        }),
      ),
      'CALL_SELF_ORDER',
    ],
    [
      'S-11 proceeds to the attacker',
      'SELL_X',
      recall({ '0.1.parameters.consideration.0.recipient': attacker }),
      'CALL_TIP',
    ],
    [
      'S-12 less taken than left',
      'SELL_X',
      recall((args) => {
        args[0][1].parameters.consideration[0].startAmount =
          args[0][1].parameters.consideration[0].endAmount = 1n
      }),
      'CALL_PRICE',
    ],
    [
      'S-13 an endless allowance',
      'SELL_A',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(weth, 2n ** 256n - 1n)]
      },
      'APR_AMOUNT',
    ],
    [
      'S-13 to the attacker',
      'SELL_A',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(weth, (75n * eth) / 100n, trap)]
      },
      'APR_SPENDER',
    ],
    ['S-16 wei out of the seller’s pocket', 'SELL_A', inCall({ value: toHex(eth) }), 'TX_VALUE'],
    [
      'S-03 a fee of all but a tenth',
      'SELL_A',
      refill((args) => {
        const fee = args[0].parameters.consideration.at(-1)
        fee.startAmount = fee.endAmount = (99n * eth) / 10n
      }),
      'CALL_PRICE',
    ],
    [
      'S-05 a fee in another currency, out of the seller’s pocket',
      'SELL_A',
      refill({ '0.parameters.consideration.-1.token': usdc }),
      'CALL_ORDER_ITEM',
    ],
    [
      'S-06 a fraction of a unique token',
      'SELL_A',
      refill((args) => Object.assign(args[0], { numerator: 1n, denominator: 3n })),
      'CALL_FRACTION',
    ],
    [
      'S-07 fees that grow',
      'SELL_A',
      refill({ '0.parameters.consideration.-1.endAmount': 9_000n * eth }),
      'CALL_PRICE',
    ],
    ['S-08 the price to the attacker', 'SELL_A', refill({ 3: attacker }), 'CALL_RECIPIENT'],
    ['S-09 the attacker’s conduit', 'SELL_A', refill({ 2: attackerKey }), 'CALL_CONDUIT'],
    [
      'S-10 the seller’s own order alone',
      'SELL_A',
      refill({ '0.parameters.offerer': account }),
      'CALL_SELF_ORDER',
    ],
    ['S-11 what is left of a match to the attacker', 'SELL_X', recall({ 3: attacker }), 'CALL_RECIPIENT'],
    [
      'S-14 paid in worthless coin',
      'SELL_A',
      refill((args) => {
        args[0].parameters.offer[0].token = fakeWeth
        for (const item of args[0].parameters.consideration) if (item.itemType === 1) item.token = fakeWeth
      }),
      'CALL_CURRENCY',
    ],
    ['S-15 a tenth of the price', 'SELL_A', refill({ '0.parameters.offer.0.amounts': eth }), 'CALL_PRICE'],
    ['S-15 nothing offered', 'SELL_A', refill({ '0.parameters.offer': [] }), 'CALL_ORDER_ITEM'],
    ['S-17 a resolver of the other side', 'SELL_A', recall({ '1.0.side': 0 }), 'CALL_RESOLVER'],
    [
      'S-17 two resolvers of one item',
      'SELL_A',
      recall((args) => args[1].push(structuredClone(args[1][0]))),
      'CALL_RESOLVER',
    ],
    ['S-18 an offer of a contract', 'SELL_A', refill({ '0.parameters.orderType': 4 }), 'CALL_ORDER_TYPE'],
    [
      'S-18 a zone that decides',
      'SELL_A',
      refill((args) => Object.assign(args[0].parameters, { orderType: 2, zone: trap })),
      'CALL_ZONE',
    ],
    [
      'S-18 a match with a zone’s data of the attacker',
      'SELL_X',
      recall({ '0.0.extraData': '0x01' }),
      'CALL_ZONE',
    ],
    [
      'S-18 a match that sells another token',
      'SELL_X',
      recall((args) => {
        args[0][1].parameters.offer[0].identifierOrCriteria = 1n
        if (args[1][0] !== undefined) args[1][0].identifier = 1n
      }),
      'CALL_ORDER_ITEM',
    ],
  ])
}
