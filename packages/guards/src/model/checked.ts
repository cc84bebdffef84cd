import type { SeaportDomain } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { deepFreeze } from './deepFreeze.ts'

declare const checked: unique symbol

/** A branded type: the guards rebuilt and verified the value. Only the guards can create one. */
export type Checked<T> = Readonly<T> & {
  /** The mark of the guards. */
  readonly [checked]: true
}

/** A call that the guards rebuilt from our own data. `value` in wei. */
export type TransactionCall = {
  /** A call that is sent. */
  readonly kind: 'transaction'
  /** The chain that it is for. */
  readonly chainId: number
  /** The account that sends. */
  readonly account: Address
  /** The contract or account that is called. */
  readonly to: Address
  /** The call data. */
  readonly data: Hex
  /** Wei that are sent along. */
  readonly value: bigint
  /** The caller's own gas limit, never the provider's. */
  readonly gas?: bigint
}

/** Typed data that the guards rebuilt from our own data, in viem's shape (bigint values). */
export type TypedDataRequest = {
  /** Typed data that is signed. */
  readonly kind: 'typedData'
  /** The chain that it is for. */
  readonly chainId: number
  /** The account that signs. */
  readonly account: Address
  /** The EIP-712 domain: the contract and the chain for which the signature is valid. */
  readonly domain: SeaportDomain | Readonly<Record<string, unknown>>
  /** The EIP-712 types: the fields of each structure. */
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  /** The structure that `message` has. */
  readonly primaryType: string
  /** The values that are signed. */
  readonly message: Readonly<Record<string, unknown>>
  /** EIP-712 digest of exactly this request. */
  readonly digest: Hex
}

/** Text to sign (EIP-191). The default policy refuses it. It is signed as text, never as bytes. */
export type MessageRequest = {
  /** A text that is signed. */
  readonly kind: 'message'
  /** The chain of the run. */
  readonly chainId: number
  /** The account that signs. */
  readonly account: Address
  /** The exact text. */
  readonly message: string
  /** Hash of exactly this text with its EIP-191 prefix. */
  readonly digest: Hex
}

/** A call that the guards have decoded and proven, or that the user must confirm. Amounts in wei. */
export type CheckedTransaction = Checked<TransactionCall>
/** Typed data that the guards built from the intent (EIP-712); `digest` is what is signed. */
export type CheckedTypedData = Checked<TypedDataRequest>
/** A text that the guards have checked and that may be signed (EIP-191). */
export type CheckedMessage = Checked<MessageRequest>

/** Marks a frozen copy as checked. The layer check allows this import only inside the guards. */
export function seal<T extends object>(value: T): Checked<T> {
  return deepFreeze({ ...value }) as Checked<T>
}

/** Returns the same call with the caller's own gas limit. */
export function withGas(call: CheckedTransaction, gas: bigint | undefined): CheckedTransaction {
  return gas === undefined ? call : seal<TransactionCall>({ ...call, gas })
}
