import type { AttackContext } from '../attackContext.ts'
import { eip191, encode, erc20, first, inData, inPlan, last, partsFor, step, tx } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Plans with more, fewer or other steps than the action needs. */
export function flowAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker, trap, otherNft, weth, usdc, fakeWeth } = context
  const parts = partsFor(context)
  return rows('BUY_A', inPlan, [
    ['F-01 an unrequested sign-in', parts.before('signature', eip191('EOA')), 'FLOW_EXTRA_STEP', 'LIST'],
    [
      'F-02 an operator approval of another collection',
      parts.before('transaction', parts.approveOperator(otherNft)),
      'TX_TO',
      'LIST',
    ],
    ['F-04 a second sale of the same token', { 'steps.+': (steps) => steps.at(-1) }, 'FLOW_BUDGET'],
    ['F-07 an unknown kind of step', { 'steps.-1.kind': 'request' }, 'SHAPE_UNKNOWN_KIND'],
    [
      'F-13 a sale marked as complete',
      { 'steps.-1.items': [{ status: 'complete', data: {} }] },
      'FLOW_FALSE_COMPLETE',
    ],
    ['F-13 an empty plan', { steps: [] }, 'FLOW_FALSE_COMPLETE'],
    ['F-16 another chain', inData({ chainId: 137 }), 'FLOW_CHAIN'],
    ['F-18 another sender', inData({ from: attacker }), 'TX_FROM'],
    ['F-03 an unneeded allowance', parts.before('transaction', parts.approveAmount(weth, eth)), 'TX_TO'],
    [
      'F-03 an allowance for a listing in the native coin',
      parts.before('transaction', parts.approveAmount(usdc, 1n)),
      'TX_TO',
      'LIST',
    ],
    ['F-05 one sale twice in a step', { 'steps.-1.items.+': first }, 'FLOW_BUDGET'],
    ['F-06 a transaction marked as a signature', { 'steps.-1.kind': 'signature' }, 'TD_UNKNOWN'],
    ['F-06 a signature marked as a transaction', { 'steps.-1.kind': 'transaction' }, 'TX_TO', 'LIST'],
    [
      'F-08 a listing in the middle of a purchase',
      {
        'steps.+': step('order-signature', 'signature', [
          {
            status: 'incomplete',
            data: {
              sign: {
                signatureKind: 'eip712',
                domain: {},
                types: {},
                primaryType: 'OrderComponents',
                value: {},
              },
              post: { endpoint: '/order/v3', method: 'POST', body: {} },
            },
          },
        ]),
      },
      'TD_UNKNOWN',
    ],
    [
      'F-09 a transfer in the middle of a purchase',
      parts.before(
        'transaction',
        parts.item(otherNft, encode(erc20, 'transferFrom', [account, attacker, 1n])),
      ),
      'TX_TO',
    ],
    ['F-11 a status in capitals', { 'steps.-1.items.0.status': 'COMPLETE' }, 'SHAPE_PLAN'],
    ['F-12 no steps at all', { steps: undefined }, 'SHAPE_PLAN'],
    ['F-14 forty steps', { steps: (steps) => Array.from({ length: 40 }, () => steps.at(-1)) }, 'SHAPE_PLAN'],
    [
      'F-15 a thousand and one items',
      { 'steps.-1.items': (items) => Array.from({ length: 1_001 }, () => items[0]) },
      'SHAPE_PLAN',
    ],
    [
      'F-17 errors about unknown orders',
      { errors: [{ message: '<script>alert(1)</script>', orderId: `0x${'ee'.repeat(32)}` }] },
      'harmless',
    ],
    [
      'F-19 fields of a prototype',
      (r) => {
        const text = JSON.stringify(tx(r)).replace(/^\{/, `{"__proto__":{"to":"${attacker}"},`)
        last(r).data = JSON.parse(text)
      },
      'harmless',
    ],
    [
      'F-20 keys of Object.prototype',
      inData({ constructor: attacker, toString: attacker, hasOwnProperty: true }),
      'harmless',
    ],
    ['F-22 no quoted path', { path: undefined }, 'harmless'],
    [
      'F-22 a path in another currency',
      (r) => {
        for (const one of r.path ?? []) Object.assign(one, { currency: fakeWeth, currencyDecimals: 0 })
        r.path ??= []
        r.path.push({ currency: fakeWeth, rawQuote: '1', currencyDecimals: 0 })
      },
      'harmless',
    ],
    ['F-24 a fractional value', inData({ value: 1e18 + 0.5 }), 'TX_VALUE'],
    ['F-24 a negative value', inData({ value: '-1' }), 'TX_VALUE'],
    [
      'F-25 gas that burns the balance',
      inData({
        gas: '30000000',
        maxFeePerGas: `${10n * eth}`,
        maxPriorityFeePerGas: `${10n * eth}`,
      }),
      'harmless',
    ],
    [
      'F-26 a nonce of the provider’s choice',
      inData({ nonce: 9_999, gasPrice: '0xffffffffffffffff' }),
      'harmless',
    ],
    [
      'F-27 an EIP-7702 authorization for the attacker',
      inData({
        type: '0x4',
        authorizationList: [{ chainId: '0x1', address: attacker, nonce: '0x0' }],
      }),
      'harmless',
    ],
    [
      'F-28 blobs and access lists',
      (r) =>
        Object.assign(tx(r), {
          accessList: [{ address: trap, storageKeys: [`0x${'00'.repeat(32)}`] }],
          blobs: ['0x00'],
          blobVersionedHashes: [`0x${'01'.repeat(32)}`],
        }),
      'harmless',
    ],
    ['F-29 a chain id as text', inData({ chainId: '0x1' }), 'SHAPE_PLAN'],
    ['F-30 a very long request id', { requestId: 'x'.repeat(10_000) }, 'SHAPE_PLAN'],
    ['F-30 the steps in reverse order', (r) => r.steps.reverse(), 'FLOW_REORDER', 'SELL_A'],
  ])
}
