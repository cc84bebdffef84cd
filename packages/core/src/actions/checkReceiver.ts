import { zeroAddress } from '@sluice/seaport/addresses'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { invalidInput } from '../errors.ts'

/** Why tokens would be lost with a receiver. */
export type LostTo = 'zero_address' | 'token_contract' | 'keeps_no_tokens'

type Contracts = Pick<Chain, 'seaport' | 'conduits' | 'paymentTokens'>

/**
 * Returns why tokens would be lost with a receiver: it is the zero address, the token's own contract, or a contract of the
 * chain that only passes tokens on. `undefined` for any other.
 *
 * @param to Lower-case.
 * @param contracts Of the tokens; lower-case.
 * @example
 * if (lostTo(to, [collection], chain) !== undefined) return 'Tokens sent there would be lost.'
 */
export function lostTo(
  to: Address,
  contracts: readonly Address[],
  { seaport, conduits, paymentTokens }: Contracts,
): LostTo | undefined {
  if (to === zeroAddress) return 'zero_address'
  if (contracts.includes(to)) return 'token_contract'
  const passing = [
    ...Object.values(seaport),
    ...conduits.map(({ address }) => address),
    ...paymentTokens.map(({ address }) => address),
  ]
  return passing.some((address) => address?.toLowerCase() === to) ? 'keeps_no_tokens' : undefined
}

/**
 * Rejects a receiver with which tokens would be lost.
 * @throws {TradeError} `invalid_input`
 */
export function checkReceiver(
  to: Address,
  field: string,
  contracts: readonly Address[],
  chain: Contracts,
): void {
  const lost = lostTo(to, contracts, chain)
  if (lost === 'zero_address') throw invalidInput(field, 'Tokens sent to the zero address would be lost.')
  if (lost === 'token_contract')
    throw invalidInput(field, `"${field}" is the contract of the token itself: the token would be lost.`)
  if (lost === 'keeps_no_tokens')
    throw invalidInput(
      field,
      `"${field}" is a contract that keeps no tokens for anybody: they would be lost.`,
    )
}
