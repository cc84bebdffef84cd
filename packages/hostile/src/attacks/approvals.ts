import { toHex } from 'viem'
import type { Cast } from '../cast.ts'
import { encode, erc20, erc721, type Json, partsFor, stepOf } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Permissions to strangers, wider ones, and other calls in their place. */
export function approvalAttacks(cast: Cast): readonly PlanAttack[] {
  const { account, attacker, trap, nft, otherNft, weth, usdc, permit2, seaport, conduit } = cast
  const parts = partsFor(cast)
  return rows([
    [
      'A-01 a stranger as spender',
      'BUY_E',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(usdc, 1n, attacker)]
      },
      'APR_SPENDER',
    ],
    [
      'A-02 a stranger as operator',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items = [parts.approveOperator(nft, attacker)]
      },
      'APR_SPENDER',
    ],
    [
      'A-04 more allowance',
      'BUY_E',
      (r) => {
        stepOf(r, 'currency-approval').items[0].data.data = encode(erc20, 'increaseAllowance', [
          conduit,
          2n ** 256n - 1n,
        ])
      },
      'APR_KIND',
    ],
    [
      'A-05 a plain transfer',
      'BUY_E',
      (r) => {
        stepOf(r, 'currency-approval').items[0].data.data = encode(erc20, 'transfer', [attacker, eth])
      },
      'TX_SELECTOR',
    ],
    [
      'A-07 Permit2 as spender',
      'BUY_E',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(usdc, 1n, permit2)]
      },
      'APR_SPENDER',
    ],
    [
      'A-08 wei with an approval',
      'BUY_E',
      (r) => {
        stepOf(r, 'currency-approval').items[0].data.value = toHex(eth)
      },
      'TX_VALUE',
    ],
    [
      'A-09 another currency',
      'BUY_E',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(weth, eth)]
      },
      'TX_TO',
    ],
    [
      'A-13 an approval after the sale',
      'BUY_E',
      (r) => {
        const approval = stepOf(r, 'currency-approval')
        r.steps = [...r.steps.filter((one: Json) => one !== approval), approval]
      },
      'FLOW_REORDER',
    ],
    [
      'A-14 an approval twice',
      'BUY_E',
      (r) =>
        stepOf(r, 'currency-approval').items.push(structuredClone(stepOf(r, 'currency-approval').items[0])),
      'FLOW_BUDGET',
    ],
    [
      'A-15 no approval where one is missing',
      'SELL_A',
      (r) => {
        stepOf(r, 'nft-approval').items = [{ status: 'complete' }]
      },
      'FLOW_FALSE_COMPLETE',
    ],
    [
      'A-02 an operator that takes them all at a sale',
      'SELL_A',
      (r) => {
        stepOf(r, 'nft-approval').items = [parts.approveOperator(nft, trap)]
      },
      'APR_SPENDER',
    ],
    [
      'A-03 one token to the attacker',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items = [parts.approveAmount(nft, 1n, attacker)]
      },
      'APR_SPENDER',
    ],
    [
      'A-06 another token of the collection to the conduit',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items = [parts.approveAmount(nft, 2n)]
      },
      'APR_KIND',
    ],
    [
      'A-07 Permit2 as operator',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items = [parts.approveOperator(nft, permit2)]
      },
      'APR_SPENDER',
    ],
    [
      'A-09 another collection to the conduit',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items = [parts.approveOperator(otherNft)]
      },
      'TX_TO',
    ],
    [
      'A-11 a permission taken back',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items[0].data.data = encode(erc721, 'setApprovalForAll', [conduit, false])
      },
      'APR_KIND',
    ],
    [
      'A-12 a transfer in an approval’s clothes',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items[0].data.data = encode(erc721, 'transferFrom', [account, attacker, 1n])
      },
      'TX_SELECTOR',
    ],
    [
      'A-12 a safe transfer in an approval’s clothes',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items[0].data.data = encode(erc721, 'safeTransferFrom', [
          account,
          attacker,
          1n,
        ])
      },
      'APR_KIND',
    ],
    [
      'A-14 an approval on Seaport itself',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items[0].data.to = seaport
      },
      'TX_SELECTOR',
    ],
    [
      'A-15 an endless allowance that is cut',
      'BUY_E',
      (r) => {
        stepOf(r, 'currency-approval').items = [parts.approveAmount(usdc, 2n ** 255n)]
      },
      'harmless',
    ],
    [
      'A-15 bytes behind an approval',
      'LIST_A',
      (r) => {
        stepOf(r, 'nft-approval').items[0].data.data += 'deadbeef'
      },
      'TX_CANON',
    ],
  ])
}
