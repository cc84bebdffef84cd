import type { CheckedTypedData } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import { TradeError } from '../errors.ts'
import { eip1193Wallet, readChainId, readSignature } from './eip1193.ts'
import { addChain, firstAccount, quantityHex } from './requests.ts'
import type { Wallet, WalletOptions } from './wallet.ts'

/** The part of an ethers v6 signer that is used (`JsonRpcSigner`, `Wallet`, …). */
export type EthersSigner = {
  /** Returns the signer's account. */
  getAddress(): Promise<string>
  /** Sends a transaction. */
  sendTransaction(transaction: {
    from: string
    to: string
    data: string
    value: bigint
    chainId: number
    gasLimit?: bigint
  }): Promise<{ readonly hash: string }>
  /** Present if the keys are in the wallet behind the provider (`JsonRpcSigner`). */
  sendUncheckedTransaction?(transaction: never): Promise<string>
  /** Signs typed data (EIP-712). */
  signTypedData(
    domain: Record<string, unknown>,
    types: Record<string, { name: string; type: string }[]>,
    value: Record<string, unknown>,
  ): Promise<string>
  /** Signs a text (EIP-191). */
  signMessage(message: string): Promise<string>
  /** The node behind the signer. */
  readonly provider: {
    getNetwork(): Promise<{ readonly chainId: bigint }>
    send?(method: string, params: unknown[]): Promise<unknown>
  } | null
}

/**
 * Creates a wallet from an ethers v6 signer. A signer of `BrowserProvider` is used through the provider's `send`, like any
 * EIP-1193 wallet, because ethers' own methods fail once the wallet has switched chain.
 *
 * @example
 * ```ts
 * const provider = new BrowserProvider(window.ethereum)
 * const wallet = ethersWallet(await provider.getSigner())
 * ```
 */
export function ethersWallet(signer: EthersSigner, options: WalletOptions = {}): Wallet {
  const { provider } = signer
  const send = provider?.send?.bind(provider)
  const address = async (): Promise<Address> => firstAccount([await signer.getAddress()])
  if (send === undefined)
    return localWallet(signer, address, async () => Number((await provider?.getNetwork())?.chainId))
  const request: RpcRequest = ({ method, params = [] }) => send(method, [...params])
  if (signer.sendUncheckedTransaction !== undefined)
    return eip1193Wallet({ request }, { ...options, address })
  const chainId = () => request({ method: 'eth_chainId' })
  return { ...localWallet(signer, address, chainId), request, ...switching(request) }
}

const switching = (request: RpcRequest): Required<Pick<Wallet, 'switchChain' | 'addChain'>> => ({
  switchChain: async (chainId) => {
    await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: quantityHex(chainId) }] })
  },
  addChain: (chain) => addChain(request, chain),
})

/** Creates a wallet from a signer with its own key (`Wallet`), or one made by the host. */
const localWallet = (
  signer: EthersSigner,
  address: () => Promise<Address>,
  chainId: () => Promise<unknown>,
): Wallet => ({
  address,
  chainId: async () => readChainId(await chainId()),
  switchChain: async () => {
    throw new TradeError('wallet_unavailable', 'The signer has no provider that could switch chain.')
  },
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
  signTypedData: async (typedData): Promise<Hex> => readSignature(await sign(signer, typedData)),
  signMessage: async ({ message }) => readSignature(await signer.signMessage(message)),
})

/** Signs typed data. ethers infers the primary type, so the types may only hold what that type uses, as they do. */
const sign = (signer: EthersSigner, { domain, types, message }: CheckedTypedData): Promise<string> =>
  signer.signTypedData(
    { ...domain },
    Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]])),
    { ...message },
  )
