import { toHex } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import {
  encode,
  erc20,
  erc721,
  first,
  inPlan,
  inStep,
  inStepData,
  type Json,
  partsFor,
  stepOf,
  type Values,
} from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Approvals for other spenders, larger approvals, and other calls in place of approvals. */
export function approvalAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker, trap, nft, otherNft, weth, usdc, permit2, seaport, conduit } = context
  const parts = partsFor(context)
  const currency = (item: unknown) => inStep('currency-approval', { items: [item] })
  const tokens = (item: unknown) => inStep('nft-approval', { items: [item] })
  const currencyData = (values: Values) => inStepData('currency-approval', values)
  const tokensData = (values: Values) => inStepData('nft-approval', values)
  return rows('LIST_A', inPlan, [
    ['A-01 an unknown spender', currency(parts.approveAmount(usdc, 1n, attacker)), 'APR_SPENDER', 'BUY_E'],
    ['A-02 an unknown operator', tokens(parts.approveOperator(nft, attacker)), 'APR_SPENDER'],
    [
      'A-04 more allowance',
      currencyData({ data: encode(erc20, 'increaseAllowance', [conduit, 2n ** 256n - 1n]) }),
      'APR_KIND',
      'BUY_E',
    ],
    [
      'A-05 a plain transfer',
      currencyData({ data: encode(erc20, 'transfer', [attacker, eth]) }),
      'TX_SELECTOR',
      'BUY_E',
    ],
    ['A-07 Permit2 as spender', currency(parts.approveAmount(usdc, 1n, permit2)), 'APR_SPENDER', 'BUY_E'],
    ['A-08 wei with an approval', currencyData({ value: toHex(eth) }), 'TX_VALUE', 'BUY_E'],
    ['A-09 another currency', currency(parts.approveAmount(weth, eth)), 'TX_TO', 'BUY_E'],
    [
      'A-13 an approval after the sale',
      (r) => {
        const approval = stepOf(r, 'currency-approval')
        r.steps = [...r.steps.filter((one: Json) => one !== approval), approval]
      },
      'FLOW_REORDER',
      'BUY_E',
    ],
    ['A-14 an approval twice', inStep('currency-approval', { 'items.+': first }), 'FLOW_BUDGET', 'BUY_E'],
    [
      'A-15 a missing approval marked as complete',
      tokens({ status: 'complete' }),
      'FLOW_FALSE_COMPLETE',
      'SELL_A',
    ],
    ['A-02 an unknown operator in a sale', tokens(parts.approveOperator(nft, trap)), 'APR_SPENDER', 'SELL_A'],
    ['A-03 one token to the attacker', tokens(parts.approveAmount(nft, 1n, attacker)), 'APR_SPENDER'],
    ['A-06 another token of the collection to the conduit', tokens(parts.approveAmount(nft, 2n)), 'APR_KIND'],
    ['A-07 Permit2 as operator', tokens(parts.approveOperator(nft, permit2)), 'APR_SPENDER'],
    ['A-09 another collection to the conduit', tokens(parts.approveOperator(otherNft)), 'TX_TO'],
    [
      'A-11 a revoked permission',
      tokensData({ data: encode(erc721, 'setApprovalForAll', [conduit, false]) }),
      'APR_KIND',
    ],
    [
      'A-12 a transfer in place of an approval',
      tokensData({ data: encode(erc721, 'transferFrom', [account, attacker, 1n]) }),
      'TX_SELECTOR',
    ],
    [
      'A-12 a safe transfer in place of an approval',
      tokensData({ data: encode(erc721, 'safeTransferFrom', [account, attacker, 1n]) }),
      'APR_KIND',
    ],
    ['A-14 an approval on Seaport itself', tokensData({ to: seaport }), 'TX_SELECTOR'],
    [
      'A-15 an unlimited allowance that is reduced',
      currency(parts.approveAmount(usdc, 2n ** 255n)),
      'harmless',
      'BUY_E',
    ],
    ['A-15 extra bytes after an approval', tokensData({ data: (data) => `${data}deadbeef` }), 'TX_CANON'],
  ])
}
