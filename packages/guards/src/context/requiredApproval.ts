import type { Address } from 'viem'
import { readState } from './chainReads.ts'
import type { GuardContext } from './guardContext.ts'

/** An approval that the plan needs. Only required approvals are granted, and only up to their amounts. */
export type RequiredApproval = {
  readonly kind: 'erc20' | 'operator'
  readonly token: Address
  readonly spender: Address
  /** Base units of a currency that a new approval grants. */
  readonly amount: bigint
  /** Base units with which an allowance needs no new approval: less than `amount` for a price that falls. */
  readonly enough: bigint
  /** Additional base units that open orders rely on. A new approval covers them too. */
  readonly live?: bigint | undefined
  /** Tokens of a collection that are to be moved. */
  readonly tokenIds: readonly bigint[]
  /**
   * Whether the approval comes before the item that needs it is known. Then it may be granted to one spender only, and
   * that spender must turn out to be the right one.
   */
  readonly early?: true
}

/** Returns the approval that spending `amount` of a currency, or `enough` of it, requires. */
export const requireCurrency = (
  token: Address,
  spender: Address,
  amount: bigint,
  enough = amount,
): RequiredApproval => ({
  kind: 'erc20',
  token,
  spender,
  amount,
  enough,
  tokenIds: [],
})
/** Returns the approval that moving one token of a collection requires. */
export const requireToken = (token: Address, spender: Address, tokenId: bigint): RequiredApproval => ({
  kind: 'operator',
  token,
  spender,
  amount: 0n,
  enough: 0n,
  tokenIds: [tokenId],
})

/** Returns the tokens whose own approval (`getApproved`) is read, at most 100. */
export const approvalTokens = (tokens: readonly { readonly contract: Address; readonly tokenId: bigint }[]) =>
  tokens.slice(0, 100).map(({ contract, tokenId }) => [contract, tokenId] as const)

/**
 * Returns whether only approvals of collections are required and the chain already shows all of them, so that nothing has
 * to be checked.
 */
export const isApproved = (context: GuardContext, needs: readonly RequiredApproval[]): boolean =>
  context.done.length === 0 &&
  needs.every(
    ({ kind, token, spender }) =>
      kind === 'operator' && readState(context, context.chainState.operators, `${token}:${spender}`) === true,
  )
