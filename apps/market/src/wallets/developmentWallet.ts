import type { Wallet } from '@sluice/core'
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevelopmentAccount } from '../config.ts'

export type DevelopmentChain = { readonly id: number; readonly name: string; readonly rpcUrl: string }

/**
 * A wallet without a window: signs at once with a public key of the local stack. It exists so that the market
 * can be tried without an extension, and refuses any chain but the stack's.
 */
export function developmentWallet(account: DevelopmentAccount, chains: readonly DevelopmentChain[]): Wallet {
  const signer = privateKeyToAccount(account.privateKey)
  const state = { chainId: chains[0]?.id ?? 0 }
  const clientOf = (chainId: number) => {
    const found = chains.find(({ id }) => id === chainId)
    if (found === undefined) throw new Error(`The development wallet does not know chain ${chainId}.`)
    const chain = defineChain({
      id: found.id,
      name: found.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [found.rpcUrl] } },
    })
    return { chain, transport: http(found.rpcUrl) }
  }
  return {
    address: async () => signer.address.toLowerCase() as Hex,
    chainId: async () => state.chainId,
    switchChain: async (chainId) => {
      clientOf(chainId)
      state.chainId = chainId
    },
    sendTransaction: async ({ chainId, to, data, value, gas }) =>
      createWalletClient({ ...clientOf(chainId), account: signer }).sendTransaction({
        to,
        data,
        value,
        ...(gas === undefined ? {} : { gas }),
      }),
    signTypedData: async ({ domain, types, primaryType, message }) =>
      signer.signTypedData({ domain, types, primaryType, message }),
    request: (request) => createPublicClient(clientOf(state.chainId)).request(request as never),
  }
}
