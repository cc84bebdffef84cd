import type { SeaportDomain } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

declare const checked: unique symbol

/** Proof, in the type, that the guards rebuilt and verified a value. Only `guards/` makes one. */
export type Checked<T> = Readonly<T> & { readonly [checked]: true }

/** A call that the guards rebuilt from our own data. `value` in wei. */
export type TransactionCall = {
  readonly kind: 'transaction'
  readonly chainId: number
  readonly account: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** The caller's own gas limit, never the provider's. */
  readonly gas?: bigint
}

/** Typed data that the guards rebuilt from our own data, in viem's shape (bigint values). */
export type TypedDataRequest = {
  readonly kind: 'typedData'
  readonly chainId: number
  readonly account: Address
  readonly domain: SeaportDomain | Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
  /** EIP-712 digest of exactly this request. */
  readonly digest: Hex
}

/** Text that a policy lets the user confirm. Denied by default. Signed as text (EIP-191), never as bytes. */
export type MessageRequest = {
  readonly kind: 'message'
  readonly chainId: number
  readonly account: Address
  readonly message: string
  /** Hash of exactly this text with its EIP-191 prefix. */
  readonly digest: Hex
}

/** A call that the guards have decoded and proven, or that the user was asked about. Amounts in wei. */
export type CheckedTransaction = Checked<TransactionCall>
/** Typed data that we built ourselves from the intent (EIP-712); `digest` is what is signed. */
export type CheckedTypedData = Checked<TypedDataRequest>
/** A text that the guards have read and that may be signed (EIP-191). */
export type CheckedMessage = Checked<MessageRequest>

/** Marks a frozen copy as checked. Importable from `guards/` only (checked by machine). */
export function seal<T extends object>(value: T): Checked<T> {
  return Object.freeze({ ...value }) as Checked<T>
}

/** The same call with the caller's own gas limit. */
export function withGas(call: CheckedTransaction, gas: bigint | undefined): CheckedTransaction {
  return gas === undefined ? call : seal<TransactionCall>({ ...call, gas })
}
