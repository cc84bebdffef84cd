import type { CheckedMessage, CheckedTransaction, CheckedTypedData } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import type { KnownChain } from '../chains/chain.ts'

/** How a sent transaction was replaced. */
export type Replacement = {
  readonly reason: 'repriced' | 'replaced' | 'cancelled'
  /** Hash of the transaction that used the nonce. */
  readonly hash: Hex
}

/** What a wallet can do on a chain (EIP-5792). */
export type WalletCapabilities = {
  /** It carries out several calls so that all succeed or none. */
  readonly atomic: boolean
  /** The host's paymaster pays the network fee of calls that are sent by `sendCalls` (ERC-7677). */
  readonly sponsored?: boolean
}

/**
 * Capabilities that the host asks a wallet to use for its calls (EIP-5792), by name, such as `paymasterService: { url }`
 * for a paymaster (ERC-7677). They are passed to the wallet unchanged, and nothing from the provider is added.
 */
export type HostCapabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Options of `viemWallet`, `eip1193Wallet` and `ethersWallet`. */
export type WalletOptions = {
  /** Sent with every batch of calls, for all chains or by chain, if the wallet supports them or they are `optional`. */
  readonly capabilities?: HostCapabilities | ((chainId: number) => HostCapabilities | undefined) | undefined
}

/** State of a batch (EIP-5792 `wallet_getCallsStatus`). */
export type CallsStatus = {
  readonly state: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  readonly hashes: readonly Hex[]
}

/**
 * The user's wallet. An adapter translates and decides nothing. A method may reject with anything that its library throws
 * (EIP-1193 codes, errors of viem and ethers): it becomes `wallet_refused`, `wallet_busy`, `wallet_unavailable`,
 * `wrong_chain`, `insufficient_funds` or `wallet_error`. Only values that the guards made can be signed or sent.
 */
export type Wallet = {
  /** Returns the account in use, in lower case. Called before each prompt. */
  address(): Promise<Address>
  /** Returns the id of the chain that the wallet is on. */
  chainId(): Promise<number>
  /** Asks the wallet to switch chain; rejects with `wrong_chain` if it does not know the chain. */
  switchChain(chainId: number): Promise<void>
  /** Asks the wallet to add a chain that it does not know, as the client's configuration describes it. */
  addChain?(chain: KnownChain): Promise<void>
  /**
   * Sends a transaction. Returns its hash, the hash of a Safe transaction, or the id of a batch. `entry` is the id of the
   * prompt in the journal: two prompts for the same bytes have different ones.
   */
  sendTransaction(transaction: CheckedTransaction, entry?: string): Promise<string>
  signTypedData(request: CheckedTypedData, entry?: string): Promise<Hex>
  /** Absent if the wallet cannot sign messages. */
  signMessage?(request: CheckedMessage): Promise<Hex>
  /** The host wants a paymaster to pay the network fee, so that single calls use `sendCalls` too, if the wallet can. */
  readonly sponsored?: boolean
  /** Absent if the wallet cannot batch. */
  capabilities?(chainId: number): Promise<WalletCapabilities>
  /** Sends a batch under the id of the caller. Returns its id, which may be one of the wallet's own. */
  sendCalls?(transactions: readonly CheckedTransaction[], id?: string): Promise<string>
  callsStatus?(id: string): Promise<CallsStatus>
  /** Reads from the wallet's own node, which the provider did not choose. */
  request?: RpcRequest
  /** Yields replacements of a sent transaction that the wallet library sees. Ends when `signal` aborts. */
  watch?(hash: Hex, signal: AbortSignal): AsyncIterable<Replacement>
}
