import type { Address } from 'viem'
import type { KnownChain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { RpcRequest, Wallet } from './wallet.ts'

export function firstAccount(accounts: unknown): Address {
  const [account] = Array.isArray(accounts) ? accounts : []
  if (typeof account === 'string' && /^0x[0-9a-fA-F]{40}$/.test(account))
    return account.toLowerCase() as Address
  throw new TradeError('wallet_unavailable', 'The wallet shows no account. Connect it first.')
}

/** Offers a wallet a chain it does not know (EIP-3085). */
export const addChain = async (request: RpcRequest, chain: KnownChain): Promise<void> =>
  (await import('./calls.ts')).addChain(request, chain)

/** Batches (EIP-5792) over a wallet's requests. Loaded when something is to be batched. */
export const batching = (
  request: RpcRequest,
  account: () => Promise<Address>,
): Required<Pick<Wallet, 'capabilities' | 'sendCalls' | 'callsStatus'>> => ({
  capabilities: async (chainId) => {
    const [{ capabilities }, address] = await Promise.all([import('./calls.ts'), account()])
    return capabilities(request, address, chainId)
  },
  sendCalls: async (transactions) => (await import('./calls.ts')).sendCalls(request, transactions),
  callsStatus: async (id) => (await import('./calls.ts')).callsStatus(request, id),
})
