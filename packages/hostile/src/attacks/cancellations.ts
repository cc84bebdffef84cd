import { seaportAbi, seaportAddress } from '@sluice/seaport'
import { encodeFunctionData, toHex } from 'viem'
import type { Cast } from '../cast.ts'
import { inCall, inSign, partsFor, recall, sign, step, stepOf } from '../parts.ts'
import { type PlanAttack, type Row, rows } from './attack.ts'

const eth = 10n ** 18n

/** Cancellations of other orders, of none, or of too many. */
export function cancellationAttacks(cast: Cast): readonly PlanAttack[] {
  const { attacker, trap, seaport, chainId } = cast
  const parts = partsFor(cast)
  return rows([
    [
      'C-01 said to be cancelled',
      'CXL',
      (r) => {
        stepOf(r, 'cancellation').items = [{ status: 'complete' }]
      },
      'FLOW_FALSE_COMPLETE',
    ],
    ['C-02 one of two', 'CXL', recall((args) => args[0].pop()), 'FLOW_FALSE_COMPLETE'],
    [
      'C-04 one more than named',
      'CXL',
      recall((args) => args[0].push({ ...args[0][0], salt: 1n })),
      'CALL_CANCEL_SET',
    ],
    ['C-05 every order instead', 'CXL', inCall({ data: '0x5b34b966' }), 'TX_SELECTOR'],
    [
      'C-06 some instead of every',
      'CXL_ALL',
      inCall({ data: encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [[]] }) }),
      'TX_SELECTOR',
    ],
    [
      'C-07 validate instead',
      'CXL',
      inCall({ data: `0x88147732${'00'.repeat(31)}20${'00'.repeat(32)}` }),
      'TX_SELECTOR',
    ],
    [
      'C-10 a listing in a cancellation’s clothes',
      'CXL_O',
      (r) => {
        Object.assign(sign(r), {
          primaryType: 'OrderComponents',
          domain: { name: 'Seaport', version: '1.6', chainId, verifyingContract: seaport },
        })
      },
      'TD_UNKNOWN',
    ],
    ['C-11 another zone', 'CXL_O', inSign({ 'domain.verifyingContract': trap }), 'TD_DOMAIN'],
    [
      'C-13 a hash of ids as text',
      'CXL_O',
      inSign({ signatureKind: 'eip191', message: `0x${'cd'.repeat(32)}` }),
      'MSG_HASHLIKE',
    ],
    ['C-03 no order at all', 'CXL', recall((args) => args[0].splice(0)), 'CALL_CANCEL_SET'],
    ['C-03 somebody else’s order', 'CXL', recall({ '0.0.offerer': attacker }), 'CALL_OFFERER'],
    [
      'C-04 one order twice',
      'CXL',
      recall((args) => args[0].push(structuredClone(args[0][0]))),
      'CALL_CANCEL_SET',
    ],
    [
      'C-05 the same order at another price',
      'CXL',
      recall((args) => {
        args[0][0].consideration[0].startAmount += 1n
      }),
      'CALL_CANCEL_SET',
    ],
    [
      'C-08 a sale beside it',
      'CXL',
      (r) => r.steps.push(step('sale', 'transaction', [parts.item(trap, '0x12345678', eth)])),
      'TX_TO',
    ],
    ['C-09 coin with a cancellation', 'CXL', inCall({ value: toHex(eth) }), 'TX_VALUE'],
    ['C-11 another market’s domain', 'CXL_O', inSign({ 'domain.name': 'Seaport' }), 'TD_DOMAIN'],
    [
      'C-12 other hashes',
      'CXL_O',
      inSign({ 'value.orderHashes': [`0x${'99'.repeat(32)}`] }),
      'CALL_CANCEL_SET',
    ],
    [
      'C-12 one hash twice',
      'CXL_O',
      (r) => {
        const [first] = sign(r).value.orderHashes
        sign(r).value.orderHashes = [first, first]
      },
      'CALL_CANCEL_SET',
    ],
    [
      'C-12 a field more',
      'CXL_O',
      (r) => {
        sign(r).types.OrderHashes.push({ name: 'spender', type: 'address' })
      },
      'TD_TYPES',
    ],
    ...['without a zone', 'in another zone', 'that nobody tells'].map(
      (which): Row => [
        `C-12 a signature that ends nothing, of orders ${which}`,
        `CXL_O of orders ${which}`,
        () => undefined,
        'ORD_ZONE',
      ],
    ),
    [
      'C-14 every counter but the one that matters',
      'CXL_ALL',
      (r) => {
        r.steps[0].items = [{ status: 'complete' }]
      },
      'FLOW_FALSE_COMPLETE',
    ],
    [
      'C-15 posted as an order',
      'CXL_O',
      (r) => {
        r.steps.at(-1).items[0].data.post.endpoint = '/order/v3'
      },
      'POST_ENDPOINT',
    ],
    [
      'C-16 on the older Seaport, where it changes nothing',
      'CXL',
      inCall({ to: seaportAddress['1.5'] }),
      'CALL_CANCEL_SET',
    ],
    [
      'C-16 the counter of the older Seaport',
      'CXL_ALL',
      inCall({ to: seaportAddress['1.5'] }),
      'CALL_CANCEL_SET',
    ],
  ])
}
