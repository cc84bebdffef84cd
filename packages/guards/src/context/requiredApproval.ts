import type { Address } from 'viem'
import { fact } from './chainReads.ts'
import type { GuardContext } from './guardContext.ts'

/** An approval that the plan needs. Only these are granted, and for no more than they say. */
export type RequiredApproval = {
  readonly kind: 'erc20' | 'operator'
  readonly token: Address
  readonly spender: Address
  /** Base units of a currency. */
  readonly amount: bigint
  /** Base units beyond it that live orders rely on: a new approval covers them too. */
  readonly live?: bigint | undefined
  /** Tokens of a collection that are to move. */
  readonly tokenIds: readonly bigint[]
  /** Granted before the item that needs it is known: to one spender, which must turn out to be the right one. */
  readonly early?: true
}

/** Returns the approval that spending `amount` of a currency requires. */
export const requireCurrency = (token: Address, spender: Address, amount: bigint): RequiredApproval => ({
  kind: 'erc20',
  token,
  spender,
  amount,
  tokenIds: [],
})
/** Returns the approval that moving one token of a collection requires. */
export const requireToken = (token: Address, spender: Address, tokenId: bigint): RequiredApproval => ({
  kind: 'operator',
  token,
  spender,
  amount: 0n,
  tokenIds: [tokenId],
})

/** Returns the tokens whose own approval is read. */
export const approvalTokens = (tokens: readonly { readonly contract: Address; readonly tokenId: bigint }[]) =>
  tokens.slice(0, 100).map(({ contract, tokenId }) => [contract, tokenId] as const)

/** Returns whether the chain shows every required approval, so that none of this plan has to be checked. */
export const isApproved = (context: GuardContext, needs: readonly RequiredApproval[]): boolean =>
  context.done.length === 0 &&
  needs.every(
    ({ kind, token, spender }) =>
      kind === 'operator' && fact(context, context.chainState.operators, `${token}:${spender}`) === true,
  )

export const approvalSlot = ({ token, spender }: RequiredApproval): string => `approve:${token}:${spender}`
