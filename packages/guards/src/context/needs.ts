import type { Plan } from '@sluice/wire'
import type { Address, Hex } from 'viem'
import type { Intent, TokenUnits } from '../model/intent.ts'
import type { Policy, TrustedChain } from '../model/policy.ts'

/** What a judgement wants to know from the chain. What stays unread is asked about or blocked, never assumed. */
export type FactNeeds = {
  /** Seaport contracts whose counter of the account is wanted. */
  readonly counters: readonly Address[]
  /** Seaport and maker. */
  readonly makerCounters: readonly (readonly [Address, Address])[]
  readonly kinds: readonly Address[]
  /** Token and spender. */
  readonly allowances: readonly (readonly [Address, Address])[]
  /** Collection and operator. */
  readonly operators: readonly (readonly [Address, Address])[]
  readonly balances: readonly Address[]
  readonly holdings: readonly TokenUnits[]
  /** Contract, token id, and the price to ask for where one matters. */
  readonly royalties: readonly (readonly [Address, bigint, bigint?])[]
  readonly orderStatus: readonly Hex[]
  /** ERC-721 tokens whose own approval is wanted. */
  readonly tokenApprovals: readonly (readonly [Address, bigint])[]
  /** Contracts whose code is wanted. */
  readonly codes: readonly Address[]
  /** Seaports of the plan, to be asked who they are. */
  readonly seaports: readonly Address[]
  /** Contracts in which the plan pays. */
  readonly currencies: readonly Address[]
  /** Conduits that the plan has approved. */
  readonly conduits?: readonly { readonly key: Hex; readonly address: Address }[]
  readonly accountCode: boolean
}

export type NeedsInput = {
  readonly intent: Intent
  readonly plan: Plan
  readonly policy: Policy
  readonly chain: TrustedChain
}
