import { viemWallet, type Wallet } from '@sluice/core'
import type { WalletClient } from 'viem'

/** What the actions take: a viem wallet client, what {@link adaptViemWallet} made of one, or any wallet of ours. */
export type ReservoirWallet = Wallet

/**
 * reservoir-sdk's adapter by its name: a viem wallet client as the actions take it. They take the client itself as well.
 *
 * @example
 * ```ts
 * const wallet = adaptViemWallet(walletClient)
 * await getClient().actions.buyToken({ items, expectedPrice, wallet })
 * ```
 */
export const adaptViemWallet = (client: WalletClient): ReservoirWallet => viemWallet(client)

const isAdapted = (wallet: ReservoirWallet | WalletClient): wallet is ReservoirWallet =>
  'address' in wallet && 'sendTransaction' in wallet && !('transport' in wallet)

export function walletOf(wallet: ReservoirWallet | WalletClient): Wallet {
  if (typeof wallet === 'object' && wallet !== null && 'handleSendTransactionStep' in wallet)
    throw new TypeError(
      'A wallet with handleSendTransactionStep signs whatever it is handed. Give the viem wallet client itself, or a Wallet of @sluice/core.',
    )
  return isAdapted(wallet) ? wallet : viemWallet(wallet)
}
