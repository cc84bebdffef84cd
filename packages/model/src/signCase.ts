import type { Collection, Mover, OperatorCall, Token } from './operators.ts'
import type { PlanItem, Unexpected } from './unexpected.ts'

export type Currency = 'coin' | 'weth' | 'usdc' | 'junk'
type Recipient = 'account' | 'market' | 'artist' | 'stranger'
export type AgreedFee = { readonly to: 'market' | 'artist'; readonly bps: number }

/** A listing or an offer that the account agreed to sign. Amounts in base units, times in seconds from now. */
export type SignTerms = {
  readonly token: Token
  /** An offer for any token of the collection. */
  readonly isAny: boolean
  readonly quantity: bigint
  readonly gross: bigint
  /** Of a listing whose price falls. */
  readonly endGross: bigint | undefined
  readonly currency: Currency
  readonly ends: bigint
  readonly fees: readonly AgreedFee[]
  /** The most basis points of royalties, which the chain names; none where absent. */
  readonly royaltyBps: number | undefined
  readonly taker: 'friend' | undefined
  readonly through: Mover | undefined
  /** Whether a zone of the policy may end it. */
  readonly isCancellable: boolean
}

export type Payment = {
  readonly to: Recipient
  readonly start: bigint
  readonly end: bigint
  readonly currency: Currency
}
/** An order as the provider wants it signed. */
export type OfferedOrder = {
  readonly offerer: 'account' | 'stranger'
  readonly token: Token
  readonly isAny: boolean
  readonly standard: 'erc721' | 'erc1155'
  /** Units of the token, at the start and at the end. */
  readonly quantity: bigint
  readonly endQuantity: bigint
  /** What an offer gives. */
  readonly gross: bigint
  readonly endGross: bigint
  readonly currency: Currency
  /** A second thing that the account gives. */
  readonly givesMore: boolean
  readonly payments: readonly Payment[]
  /** Who gets the token: the bidder of an offer, the only buyer of a private listing. */
  readonly tokenTo: 'account' | 'friend' | 'stranger' | 'nobody'
  readonly starts: bigint
  readonly ends: bigint
  readonly zone: 'none' | 'own' | 'foreign'
  readonly hasZoneHash: boolean
  readonly isRestricted: boolean
  readonly isPartial: boolean
  readonly through: Mover
  readonly counter: 'current' | 'next'
}
export type SignRequest = {
  readonly does: 'sign'
  readonly orders: readonly OfferedOrder[]
  /** Orders under one root. */
  readonly isBulk: boolean
  readonly domain: 'right' | 'other chain' | 'other contract' | 'more fields'
  readonly types: 'right' | 'changed'
  readonly endpoint: '/order/v3' | '/order/v4' | '/execute/cancel-signature/v1' | '/steal/v1'
}
export type ApproveStep = {
  readonly does: 'approve'
  readonly token: Currency
  readonly to: Mover
  readonly amount: bigint
}
export type WrapStep = { readonly does: 'wrap'; readonly amount: bigint }
export type SignStep = PlanItem<SignRequest | ApproveStep | WrapStep | OperatorCall | Unexpected>
export type SignCase = {
  readonly intent: { readonly action: 'list' | 'bid'; readonly orders: readonly SignTerms[] }
  readonly plan: readonly SignStep[]
  readonly operators: ReadonlyMap<Collection, boolean>
  readonly allowances: ReadonlyMap<Currency, bigint>
  readonly balances: ReadonlyMap<Currency, bigint>
  readonly holdings: ReadonlyMap<Token, bigint>
  /** What the chain says the artist gets. */
  readonly artistBps: number
  readonly isCounterRead: boolean
  readonly account: 'key' | 'contract' | 'unread'
  /** Base units that live offers of the account promise already. */
  readonly promised: bigint
}
