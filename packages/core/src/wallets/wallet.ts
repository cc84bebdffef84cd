import type { CheckedMessage, CheckedTransaction, CheckedTypedData } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import type { KnownChain } from '../chains/chain.ts'

/** What a followed transaction turned into. */
export type Replacement = {
  readonly reason: 'repriced' | 'replaced' | 'cancelled'
  /** The hash that took the nonce. */
  readonly hash: Hex
}

/** What a wallet said it can do on a chain (EIP-5792). */
export type WalletCapabilities = {
  /** It carries out several calls all or none. */
  readonly atomic: boolean
  /** It has the host's paymaster pay the network fee of calls that are sent by `sendCalls` (ERC-7677). */
  readonly sponsored?: boolean
}

/**
 * Capabilities that the host asks a wallet to use for its calls (EIP-5792), by name: `paymasterService: { url }` for a
 * paymaster (ERC-7677). They go to the wallet as they are; nothing of a provider's ever gets in.
 */
export type HostCapabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What the host adds to a wallet. */
export type WalletOptions = {
  /** Asked for with every batch of calls, or by chain. Only those that the wallet supports, or that are `optional`, are sent. */
  readonly capabilities?: HostCapabilities | ((chainId: number) => HostCapabilities | undefined) | undefined
}

/** Where a batch stands (EIP-5792 `wallet_getCallsStatus`). */
export type CallsStatus = {
  readonly state: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  readonly hashes: readonly Hex[]
}

/**
 * The holder's wallet. Adapters translate; they decide nothing. A method may reject with whatever its
 * library throws (EIP-1193 codes, viem's and ethers' errors): the run reads it as `wallet_refused`,
 * `wallet_busy`, `wallet_unavailable`, `wrong_chain`, `insufficient_funds` or `wallet_error`. Only values that the
 * guards made can be signed or sent.
 */
export type Wallet = {
  /** The account in use now, lower-cased. Asked again before each prompt. */
  address(): Promise<Address>
  /** The chain the wallet is on now. */
  chainId(): Promise<number>
  /** Asks the wallet to move to `chainId`; rejects with `wrong_chain` when it does not know the chain. */
  switchChain(chainId: number): Promise<void>
  /** Offers the wallet a chain it does not know, as the client's configuration describes it. */
  addChain?(chain: KnownChain): Promise<void>
  /** Sends and returns the hash: of a transaction, of a Safe transaction, or a bundle id. */
  sendTransaction(transaction: CheckedTransaction): Promise<string>
  signTypedData(request: CheckedTypedData): Promise<Hex>
  /** Absent where the wallet cannot sign text. */
  signMessage?(request: CheckedMessage): Promise<Hex>
  /** The host wants a paymaster to pay the network fee: a single call goes by `sendCalls` too, where the wallet can do that. */
  readonly sponsored?: boolean
  /** Absent where the wallet cannot batch. */
  capabilities?(chainId: number): Promise<WalletCapabilities>
  /** `id` is the batch's name, known beforehand; a wallet may answer with a name of its own. */
  sendCalls?(transactions: readonly CheckedTransaction[], id?: string): Promise<string>
  callsStatus?(id: string): Promise<CallsStatus>
  /** Reads over the wallet's own node, which the provider did not choose. */
  request?: RpcRequest
  /** Replacements of a sent transaction, as the wallet library sees them. Ends when `signal` aborts. */
  watch?(hash: Hex, signal: AbortSignal): AsyncIterable<Replacement>
}
