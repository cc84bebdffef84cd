import { zeroAddress } from '@sluice/seaport/addresses'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { invalidInput } from '../errors.ts'

/**
 * Rejects a receiver with which tokens would be lost: the zero address, the token's own contract, and contracts of the
 * chain that only pass tokens on.
 * @throws {TradeError} `invalid_input`
 */
export function checkReceiver(
  to: Address,
  field: string,
  contracts: readonly Address[],
  { seaport, conduits, paymentTokens }: Pick<Chain, 'seaport' | 'conduits' | 'paymentTokens'>,
): void {
  if (to === zeroAddress) throw invalidInput(field, 'Tokens sent to the zero address would be lost.')
  if (contracts.includes(to))
    throw invalidInput(field, `"${field}" is the contract of the token itself: the token would be lost.`)
  const passing = [
    ...Object.values(seaport),
    ...conduits.map(({ address }) => address),
    ...paymentTokens.map(({ address }) => address),
  ]
  if (passing.some((address) => address?.toLowerCase() === to))
    throw invalidInput(
      field,
      `"${field}" is a contract that keeps no tokens for anybody: they would be lost.`,
    )
}
