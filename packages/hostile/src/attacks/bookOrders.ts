import { toHex, zeroAddress } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { editFill } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Orders of another book that are restricted to its signed zone: lies about the zone, about its data, and about everything
 * that the zone does not check. */
export function bookOrderAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker, trap, junkNft, weth } = context
  const tip = { itemType: 0, token: zeroAddress, identifierOrCriteria: 0n, recipient: attacker }
  const moreExpensive = editFill((args, data) => {
    const [price] = args[0].parameters.consideration
    price.startAmount = price.endAmount = 3n * eth
    data.value = toHex((3075n * eth) / 1000n)
  })
  return [
    ...rows('BUY_Z', editFill, [
      ['Z-01 an unlisted zone', { '0.parameters.zone': trap }, 'CALL_ZONE'],
      ['Z-02 an unrestricted order with data for a zone', { '0.parameters.orderType': 0 }, 'CALL_ZONE'],
      [
        'Z-02 no zone, but data for a zone',
        { '0.parameters.orderType': 1, '0.parameters.zone': zeroAddress },
        'CALL_ZONE',
      ],
      ['Z-03 an order made by a contract', { '0.parameters.orderType': 4 }, 'CALL_ORDER_TYPE'],
      ['Z-04 the token to the attacker', { 3: attacker }, 'CALL_RECIPIENT'],
      ['Z-05 a more expensive order', moreExpensive, 'CALL_PRICE'],
      ['Z-06 another token', { '0.parameters.offer.0.identifierOrCriteria': 51n }, 'CALL_EXTRA_ORDER'],
      ['Z-06 another collection', { '0.parameters.offer.0.token': junkNft }, 'CALL_EXTRA_ORDER'],
      [
        'Z-07 a tip to the attacker',
        editFill(
          { '0.parameters.consideration.+': { ...tip, startAmount: eth / 10n, endAmount: eth / 10n } },
          eth / 10n,
        ),
        'CALL_TIP',
      ],
      ['Z-08 the account’s own order', { '0.parameters.offerer': account }, 'CALL_SELF_ORDER'],
      ['Z-09 half a unique token', { '0.denominator': 2n }, 'CALL_FRACTION'],
      ['Z-10 data of twenty thousand bytes', { '0.extraData': `0x${'ff'.repeat(20_000)}` }, 'CALL_SIZE'],
    ]),
    ...rows('SELL_Z', editFill, [
      ['Z-11 an unlisted zone', { '0.parameters.zone': trap }, 'CALL_ZONE'],
      ['Z-12 an unrestricted order with data for a zone', { '0.parameters.orderType': 0 }, 'CALL_ZONE'],
      ['Z-13 another token of the collection', { '1.0.identifier': 1n }, 'CALL_ORDER_ITEM'],
      [
        'Z-14 a tip of nine WETH',
        {
          '0.parameters.consideration.+': {
            ...tip,
            itemType: 1,
            token: weth,
            startAmount: 9n * eth,
            endAmount: 9n * eth,
          },
        },
        'CALL_TIP',
      ],
      ['Z-15 a tenth of the price', { '0.parameters.offer.0.amounts': eth }, 'CALL_PRICE'],
    ]),
  ]
}
