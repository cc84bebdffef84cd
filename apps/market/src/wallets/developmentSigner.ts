import type { CheckedTransaction, CheckedTypedData, RpcRequest } from '@sluice/core'
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevelopmentChain } from '../config.ts'

export type DevelopmentSigner = {
  readonly send: (transaction: CheckedTransaction) => Promise<Hex>
  readonly sign: (data: CheckedTypedData) => Promise<Hex>
  readonly read: (chainId: number) => RpcRequest
}

/** What a signature and a transaction of the development wallet need; loaded when it is first used. */
export function developmentSigner(privateKey: Hex, chains: readonly DevelopmentChain[]): DevelopmentSigner {
  const signer = privateKeyToAccount(privateKey)
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
    send: ({ chainId, to, data, value, gas }) =>
      createWalletClient({ ...clientOf(chainId), account: signer }).sendTransaction({
        to,
        data,
        value,
        ...(gas === undefined ? {} : { gas }),
      }),
    sign: ({ domain, types, primaryType, message }) =>
      signer.signTypedData({ domain, types, primaryType, message }),
    read: (chainId) => (request) => createPublicClient(clientOf(chainId)).request(request as never),
  }
}
