import type { Address } from 'viem'
import { fact } from './chainReads.ts'
import type { GuardContext } from './guardContext.ts'

/** A permission that the flow cannot do without. Only these are granted, and only as far as written here. */
export type RequiredApproval = {
  readonly kind: 'erc20' | 'operator'
  readonly token: Address
  readonly spender: Address
  /** Base units of a currency. */
  readonly amount: bigint
  /** Base units beyond it that live orders stand on: an approval that is made covers them too. */
  readonly live?: bigint | undefined
  /** Tokens of a collection that are to move. */
  readonly tokenIds: readonly bigint[]
  /** Granted before what needs it is known: to one spender, who must be the right one then. */
  readonly early?: true
}

/** Of a currency, `amount` to be spent. */
export const requireCurrency = (token: Address, spender: Address, amount: bigint): RequiredApproval => ({
  kind: 'erc20',
  token,
  spender,
  amount,
  tokenIds: [],
})
/** Of a collection, one token to be moved. */
export const requireToken = (token: Address, spender: Address, tokenId: bigint): RequiredApproval => ({
  kind: 'operator',
  token,
  spender,
  amount: 0n,
  tokenIds: [tokenId],
})

/** Tokens whose own approval is worth a read. */
export const approvalTokens = (tokens: readonly { readonly contract: Address; readonly tokenId: bigint }[]) =>
  tokens.slice(0, 100).map(({ contract, tokenId }) => [contract, tokenId] as const)

/** Whether the chain shows all that is needed, so that no permission of this flow has to be looked at. */
export const isApproved = (context: GuardContext, needs: readonly RequiredApproval[]): boolean =>
  context.done.length === 0 &&
  needs.every(
    ({ kind, token, spender }) =>
      kind === 'operator' && fact(context, context.chainState.operators, `${token}:${spender}`) === true,
  )

export const approvalSlot = ({ token, spender }: RequiredApproval): string => `approve:${token}:${spender}`
