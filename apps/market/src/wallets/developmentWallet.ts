import type { Wallet } from '@sluice/core'
import type { DevelopmentAccount, DevelopmentChain } from '../config.ts'

/**
 * A wallet without a window: signs at once with a public key of the local stack. It exists so that the market
 * can be tried without an extension, and refuses any chain but the stack's.
 */
export function developmentWallet(account: DevelopmentAccount, chains: readonly DevelopmentChain[]): Wallet {
  const state = { chainId: chains[0]?.id ?? 0 }
  const signer = async () => {
    const { developmentSigner } = await import('./developmentSigner.ts')
    return developmentSigner(account.privateKey, chains)
  }
  return {
    address: async () => account.address,
    chainId: async () => state.chainId,
    switchChain: async (chainId) => {
      if (!chains.some(({ id }) => id === chainId))
        throw new Error(`The development wallet does not know chain ${chainId}.`)
      state.chainId = chainId
    },
    sendTransaction: async (transaction) => (await signer()).send(transaction),
    signTypedData: async (data) => (await signer()).sign(data),
    request: async (request) => (await signer()).read(state.chainId)(request),
  }
}
