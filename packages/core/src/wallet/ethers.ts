import { TradeError } from '../errors.ts'
import type { CheckedTypedData } from '../guards/checked.ts'
import { readChainId, readSignature } from './eip1193.ts'
import { addChain, firstAccount, quantityHex } from './requests.ts'
import type { RpcRequest, Wallet } from './wallet.ts'

/** What is used of an ethers v6 signer (`JsonRpcSigner`, `Wallet`, …). */
export type EthersSigner = {
  getAddress(): Promise<string>
  sendTransaction(transaction: {
    from: string
    to: string
    data: string
    value: bigint
    chainId: number
    gasLimit?: bigint
  }): Promise<{ readonly hash: string }>
  signTypedData(
    domain: Record<string, unknown>,
    types: Record<string, { name: string; type: string }[]>,
    value: Record<string, unknown>,
  ): Promise<string>
  signMessage(message: string): Promise<string>
  readonly provider: {
    getNetwork(): Promise<{ readonly chainId: bigint }>
    send?(method: string, params: unknown[]): Promise<unknown>
  } | null
}

/** A wallet over an ethers v6 signer. */
export function ethersWallet(signer: EthersSigner): Wallet {
  const { provider } = signer
  const request: RpcRequest = async ({ method, params = [] }) => {
    if (provider?.send === undefined)
      throw new TradeError('wallet_unavailable', 'The signer has no provider to ask.')
    return provider.send(method, [...params])
  }
  return {
    ...(provider?.send === undefined ? {} : { request }),
    address: async () => firstAccount([await signer.getAddress()]),
    chainId: async () => readChainId(Number((await provider?.getNetwork())?.chainId)),
    switchChain: async (chainId) => {
      await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: quantityHex(chainId) }] })
    },
    addChain: (chain) => addChain(request, chain),
    sendTransaction: async ({ account, to, data, value, chainId, gas }) => {
      const sent = await signer.sendTransaction({
        from: account,
        to,
        data,
        value,
        chainId,
        ...(gas === undefined ? {} : { gasLimit: gas }),
      })
      return sent.hash
    },
    signTypedData: async (typedData) => readSignature(await sign(signer, typedData)),
    signMessage: async ({ message }) => readSignature(await signer.signMessage(message)),
  }
}

/** ethers takes the first type as primary, so only what the primary type needs may be given: it is all. */
const sign = (signer: EthersSigner, { domain, types, message }: CheckedTypedData): Promise<string> =>
  signer.signTypedData(
    { ...domain },
    Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]])),
    { ...message },
  )
