import { type Finding, finding } from '../model/finding.ts'
import type { Effects } from '../model/verdict.ts'
import type { Change } from './simulation.ts'

/** Checks that no permission is granted that was not agreed, and that the code of the account stays the same. */
export function compareAuthority(changes: readonly Change[], { authority }: Effects): readonly Finding[] {
  return changes.flatMap(({ reading, before = 0n, after = 0n }) => {
    if (reading.kind === 'code')
      return before === after
        ? []
        : [finding('block', 'SIM_CODE', 'effects.authority.account', after, before)]
    if (reading.kind === 'approved') {
      const agreed = authority.some(
        ({ kind, contract, spender }) =>
          kind === 'nft-token' && contract === reading.contract && BigInt(spender) === after,
      )
      const fresh = after !== 0n && after !== before && !agreed
      return fresh
        ? [
            finding(
              'block',
              'SIM_AUTHORITY',
              `effects.authority.${reading.contract}:${reading.tokenId}`,
              after,
            ),
          ]
        : []
    }
    if (reading.kind !== 'allowance' && reading.kind !== 'operator') return []
    if (after <= before) return []
    const kind = reading.kind === 'allowance' ? 'erc20' : 'nft-operator'
    const agreed = authority.find(
      (granted) =>
        granted.kind === kind && granted.contract === reading.contract && granted.spender === reading.spender,
    )
    const within = agreed !== undefined && (kind === 'nft-operator' || after <= (agreed.amount ?? 0n))
    return within
      ? []
      : [
          finding(
            'block',
            'SIM_AUTHORITY',
            `effects.authority.${reading.contract}:${reading.spender}`,
            after,
            agreed?.amount,
          ),
        ]
  })
}
