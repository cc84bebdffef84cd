import { isAddress, lowerHex } from '@sluice/seaport/hex'
import type { Address, Hex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import type { KnownChain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Wallet, WalletOptions } from './wallet.ts'

/** Returns the UTF-8 bytes of a string. Not viem's, because a page starts with wallets and without viem. */
export const textHex = (text: string): Hex =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Returns a quantity as nodes and wallets read it: hexadecimal without leading zeros. */
export const quantityHex = (value: bigint | number): Hex => `0x${value.toString(16)}`

export function firstAccount(accounts: unknown): Address {
  const [account] = Array.isArray(accounts) ? accounts : []
  if (isAddress(account)) return lowerHex(account)
  throw new TradeError('wallet_unavailable', 'The wallet has no connected account. Connect it first.')
}

/** Asks a wallet to add a chain that it does not know (EIP-3085). */
export const addChain = async (request: RpcRequest, chain: KnownChain): Promise<void> =>
  (await import('./calls.ts')).addChain(request, chain)

/** Returns the batch methods (EIP-5792) of a wallet, with the host's capabilities. Their code is loaded on first use. */
export const batching = (
  request: RpcRequest,
  account: () => Promise<Address>,
  { capabilities: wanted }: WalletOptions = {},
): Required<Pick<Wallet, 'capabilities' | 'sendCalls' | 'callsStatus' | 'sponsored'>> => {
  const load = () => import('./calls.ts')
  const wantedOn = (chainId: number) => (typeof wanted === 'function' ? wanted(chainId) : wanted)
  return {
    sponsored: wanted !== undefined,
    capabilities: async (chainId) =>
      (await load()).capabilities(request, await account(), chainId, wantedOn(chainId)),
    sendCalls: async (transactions, id) =>
      (await load()).sendCalls(request, transactions, id, wantedOn(transactions[0]?.chainId ?? 0)),
    callsStatus: async (id) => (await load()).callsStatus(request, id),
  }
}
