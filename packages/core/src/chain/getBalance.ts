import type { Address } from 'viem'
import type { Client } from '../client.ts'
import { chainOf } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { callData, readQuantity, readWord, selectors } from './reads.ts'
import { createReader } from './rpc.ts'

export type BalanceParameters = {
  /** The active chain when absent. */
  readonly chainId?: number | undefined
  readonly account: Address
  /** The zero address for the native coin, else an ERC-20. */
  readonly currency: Address
  /** Its node is asked first while it is on the chain. */
  readonly wallet?: Wallet | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * What an account holds of a currency, in base units, read from the chain and never from the provider.
 * @throws {TradeError} `unknown_chain`; `provider_unreachable` when no node of the chain answers.
 */
export async function getBalance(client: Client, parameters: BalanceParameters): Promise<bigint> {
  const { account, currency, wallet, signal = new AbortController().signal } = parameters
  const chain = chainOf(client, parameters.chainId)
  const reader = createReader(client, chain, wallet, signal)
  const amount = /^0x0{40}$/.test(currency)
    ? await readQuantity(reader, 'eth_getBalance', [account, 'latest'])
    : await readWord(reader, currency, callData(selectors.balanceOf, account))
  if (amount === undefined)
    throw new TradeError('provider_unreachable', `No node of ${chain.name} answered what the balance is.`)
  return amount
}
