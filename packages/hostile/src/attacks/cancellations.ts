import { seaportAbi, seaportAddress } from '@sluice/seaport'
import { encodeFunctionData, toHex } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { editCall, inData, inPlan, inSign, inStep, partsFor, sign, step } from '../parts.ts'
import { type PlanAttack, type Row, rows } from './attack.ts'

const eth = 10n ** 18n

/** Cancellations of other orders, of no orders, or of too many. */
export function cancellationAttacks(context: AttackContext): readonly PlanAttack[] {
  const { attacker, trap, seaport, chainId } = context
  const parts = partsFor(context)
  return rows('CXL', inData, [
    [
      'C-01 a cancellation marked as complete',
      inStep('cancellation', { items: [{ status: 'complete' }] }),
      'FLOW_FALSE_COMPLETE',
    ],
    ['C-02 only one of two orders', editCall((args) => args[0].pop()), 'FLOW_FALSE_COMPLETE'],
    [
      'C-04 one order more than agreed',
      editCall((args) => args[0].push({ ...args[0][0], salt: 1n })),
      'CALL_CANCEL_SET',
    ],
    ['C-05 all orders instead', { data: '0x5b34b966' }, 'TX_SELECTOR'],
    [
      'C-06 some orders instead of all',
      { data: encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [[]] }) },
      'TX_SELECTOR',
      'CXL_ALL',
    ],
    ['C-07 validate instead', { data: `0x88147732${'00'.repeat(31)}20${'00'.repeat(32)}` }, 'TX_SELECTOR'],
    [
      'C-10 a listing in place of a cancellation',
      inSign({
        primaryType: 'OrderComponents',
        domain: { name: 'Seaport', version: '1.6', chainId, verifyingContract: seaport },
      }),
      'TD_UNKNOWN',
      'CXL_O',
    ],
    ['C-11 another zone', inSign({ 'domain.verifyingContract': trap }), 'TD_DOMAIN', 'CXL_O'],
    [
      'C-13 a hash of ids as text',
      inSign({ signatureKind: 'eip191', message: `0x${'cd'.repeat(32)}` }),
      'MSG_HASHLIKE',
      'CXL_O',
    ],
    ['C-03 no order at all', editCall((args) => args[0].splice(0)), 'CALL_CANCEL_SET'],
    ['C-03 somebody else’s order', editCall({ '0.0.offerer': attacker }), 'CALL_OFFERER'],
    [
      'C-04 one order twice',
      editCall((args) => args[0].push(structuredClone(args[0][0]))),
      'CALL_CANCEL_SET',
    ],
    [
      'C-05 the same order at another price',
      editCall((args) => {
        args[0][0].consideration[0].startAmount += 1n
      }),
      'CALL_CANCEL_SET',
    ],
    [
      'C-08 another call beside the cancellation',
      inPlan({ 'steps.+': step('sale', 'transaction', [parts.item(trap, '0x12345678', eth)]) }),
      'TX_TO',
    ],
    ['C-09 native coin with a cancellation', { value: toHex(eth) }, 'TX_VALUE'],
    ['C-11 the domain name of Seaport', inSign({ 'domain.name': 'Seaport' }), 'TD_DOMAIN', 'CXL_O'],
    [
      'C-12 other hashes',
      inSign({ 'value.orderHashes': [`0x${'99'.repeat(32)}`] }),
      'CALL_CANCEL_SET',
      'CXL_O',
    ],
    [
      'C-12 one hash twice',
      (r) => {
        const [first] = sign(r).value.orderHashes
        sign(r).value.orderHashes = [first, first]
      },
      'CALL_CANCEL_SET',
      'CXL_O',
    ],
    [
      'C-12 an additional field',
      inSign({ 'types.OrderHashes.+': { name: 'spender', type: 'address' } }),
      'TD_TYPES',
      'CXL_O',
    ],
    ...['without a zone', 'in another zone', 'that were not read'].map(
      (which): Row => [
        `C-12 a signature without effect, for orders ${which}`,
        () => undefined,
        'ORD_ZONE',
        `CXL_O of orders ${which}`,
      ],
    ),
    [
      'C-14 an incremented counter marked as complete',
      inPlan({ 'steps.0.items': [{ status: 'complete' }] }),
      'FLOW_FALSE_COMPLETE',
      'CXL_ALL',
    ],
    ['C-15 posted as an order', { 'post.endpoint': '/order/v3' }, 'POST_ENDPOINT', 'CXL_O'],
    ['C-16 on the older Seaport, where it changes nothing', { to: seaportAddress['1.5'] }, 'CALL_CANCEL_SET'],
    ['C-16 the counter of the older Seaport', { to: seaportAddress['1.5'] }, 'CALL_CANCEL_SET', 'CXL_ALL'],
  ])
}
