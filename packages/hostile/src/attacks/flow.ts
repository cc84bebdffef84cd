import type { Cast } from '../cast.ts'
import { eip191, encode, erc20, inCall, last, partsFor, step, tx } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Plans with more, fewer or other steps than the action needs. */
export function flowAttacks(cast: Cast): readonly PlanAttack[] {
  const { account, attacker, trap, otherNft, weth, usdc, fakeWeth } = cast
  const parts = partsFor(cast)
  return rows([
    [
      'F-01 a sign-in nobody asked for',
      'LIST',
      (r) => parts.before(r, 'signature', eip191('EOA')),
      'FLOW_EXTRA_STEP',
    ],
    [
      'F-02 an operator approval of another collection',
      'LIST',
      (r) => parts.before(r, 'transaction', parts.approveOperator(otherNft)),
      'TX_TO',
    ],
    [
      'F-04 a second sale of the same token',
      'BUY_A',
      (r) => r.steps.push(structuredClone(r.steps.at(-1))),
      'FLOW_BUDGET',
    ],
    [
      'F-07 a step kind nobody knows',
      'BUY_A',
      (r) => {
        r.steps.at(-1).kind = 'request'
      },
      'SHAPE_UNKNOWN_KIND',
    ],
    [
      'F-13 a sale said to be complete',
      'BUY_A',
      (r) => {
        r.steps.at(-1).items = [{ status: 'complete', data: {} }]
      },
      'FLOW_FALSE_COMPLETE',
    ],
    [
      'F-13 a plan of nothing',
      'BUY_A',
      (r) => {
        r.steps = []
      },
      'FLOW_FALSE_COMPLETE',
    ],
    ['F-16 another chain', 'BUY_A', inCall({ chainId: 137 }), 'FLOW_CHAIN'],
    ['F-18 another sender', 'BUY_A', inCall({ from: attacker }), 'TX_FROM'],
    [
      'F-03 an allowance nobody needs',
      'BUY_A',
      (r) => parts.before(r, 'transaction', parts.approveAmount(weth, eth)),
      'TX_TO',
    ],
    [
      'F-03 an allowance for a sale in coin',
      'LIST',
      (r) => parts.before(r, 'transaction', parts.approveAmount(usdc, 1n)),
      'TX_TO',
    ],
    [
      'F-05 one sale twice in a step',
      'BUY_A',
      (r) => r.steps.at(-1).items.push(structuredClone(last(r))),
      'FLOW_BUDGET',
    ],
    [
      'F-06 a transaction said to be a signature',
      'BUY_A',
      (r) => {
        r.steps.at(-1).kind = 'signature'
      },
      'TD_UNKNOWN',
    ],
    [
      'F-06 a signature said to be a transaction',
      'LIST',
      (r) => {
        r.steps.at(-1).kind = 'transaction'
      },
      'TX_TO',
    ],
    [
      'F-08 a listing in the middle of a purchase',
      'BUY_A',
      (r) =>
        r.steps.push(
          step('order-signature', 'signature', [
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
        ),
      'TD_UNKNOWN',
    ],
    [
      'F-09 a transfer in the middle of a purchase',
      'BUY_A',
      (r) =>
        parts.before(
          r,
          'transaction',
          parts.item(otherNft, encode(erc20, 'transferFrom', [account, attacker, 1n])),
        ),
      'TX_TO',
    ],
    [
      'F-11 a status in capitals',
      'BUY_A',
      (r) => {
        last(r).status = 'COMPLETE'
      },
      'SHAPE_PLAN',
    ],
    [
      'F-12 no steps at all',
      'BUY_A',
      (r) => {
        delete r.steps
      },
      'SHAPE_PLAN',
    ],
    [
      'F-14 one step for each of forty',
      'BUY_A',
      (r) => {
        r.steps = Array.from({ length: 40 }, () => structuredClone(r.steps.at(-1)))
      },
      'SHAPE_PLAN',
    ],
    [
      'F-15 a thousand and one items',
      'BUY_A',
      (r) => {
        r.steps.at(-1).items = Array.from({ length: 1_001 }, () => structuredClone(last(r)))
      },
      'SHAPE_PLAN',
    ],
    [
      'F-17 errors about orders that nobody asked for',
      'BUY_A',
      (r) => {
        r.errors = [{ message: '<script>alert(1)</script>', orderId: `0x${'ee'.repeat(32)}` }]
      },
      'harmless',
    ],
    [
      'F-19 fields of a prototype',
      'BUY_A',
      (r) => {
        const text = JSON.stringify(tx(r)).replace(/^\{/, `{"__proto__":{"to":"${attacker}"},`)
        last(r).data = JSON.parse(text)
      },
      'harmless',
    ],
    [
      'F-20 keys that objects have anyway',
      'BUY_A',
      inCall({ constructor: attacker, toString: attacker, hasOwnProperty: true }),
      'harmless',
    ],
    [
      'F-22 no quoted path',
      'BUY_A',
      (r) => {
        delete r.path
      },
      'harmless',
    ],
    [
      'F-22 a path in another currency',
      'BUY_A',
      (r) => {
        for (const one of r.path ?? []) Object.assign(one, { currency: fakeWeth, currencyDecimals: 0 })
        r.path ??= []
        r.path.push({ currency: fakeWeth, rawQuote: '1', currencyDecimals: 0 })
      },
      'harmless',
    ],
    ['F-24 a value that floats', 'BUY_A', inCall({ value: 1e18 + 0.5 }), 'TX_VALUE'],
    ['F-24 a value below nothing', 'BUY_A', inCall({ value: '-1' }), 'TX_VALUE'],
    [
      'F-25 gas that burns the balance',
      'BUY_A',
      (r) =>
        Object.assign(tx(r), {
          gas: '30000000',
          maxFeePerGas: `${10n * eth}`,
          maxPriorityFeePerGas: `${10n * eth}`,
        }),
      'harmless',
    ],
    [
      'F-26 a nonce of the provider’s choice',
      'BUY_A',
      inCall({ nonce: 9_999, gasPrice: '0xffffffffffffffff' }),
      'harmless',
    ],
    [
      'F-27 an authorization to become the attacker’s account',
      'BUY_A',
      (r) =>
        Object.assign(tx(r), {
          type: '0x4',
          authorizationList: [{ chainId: '0x1', address: attacker, nonce: '0x0' }],
        }),
      'harmless',
    ],
    [
      'F-28 blobs and access lists',
      'BUY_A',
      (r) =>
        Object.assign(tx(r), {
          accessList: [{ address: trap, storageKeys: [`0x${'00'.repeat(32)}`] }],
          blobs: ['0x00'],
          blobVersionedHashes: [`0x${'01'.repeat(32)}`],
        }),
      'harmless',
    ],
    ['F-29 a chain id as text', 'BUY_A', inCall({ chainId: '0x1' }), 'SHAPE_PLAN'],
    [
      'F-30 a request id without end',
      'BUY_A',
      (r) => {
        r.requestId = 'x'.repeat(10_000)
      },
      'SHAPE_PLAN',
    ],
    ['F-30 an order of steps nobody can follow', 'SELL_A', (r) => r.steps.reverse(), 'FLOW_REORDER'],
  ])
}
