import { zeroAddress } from '@sluice/seaport/addresses'
import { type Client, chainOf } from '../client.ts'
import { invalidInput } from '../errors.ts'
import { parseAddress } from '../input/values.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { loadChainReaders } from './loadReaders.ts'

/** Whose balance of which currency is read; the zero address is the native coin. */
export type BalanceParameters = {
  /** The account whose balance is read. */
  readonly account: string
  /** The native coin (all-zero address) by default. */
  readonly currency?: string | undefined
  /** The active chain by default. */
  readonly chainId?: number | undefined
  /** Its node is asked first, while the wallet is on the chain. */
  readonly wallet?: Wallet | undefined
  /** Ends the read when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * What an account holds of a currency, in base units, read from the chain itself (`eth_getBalance`, or `balanceOf` of
 * the ERC-20).
 *
 * @throws {TradeError} `invalid_input`, `unknown_chain`, or `provider_unreachable` when no node of the chain answers.
 * @example
 * ```ts
 * const wei = await getBalance(client, { account }) // 1250000000000000000n
 * const usdc = await getBalance(client, { account, currency: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' })
 * ```
 */
export async function getBalance(client: Client, parameters: BalanceParameters): Promise<bigint> {
  const chain = chainOf(client, parameters.chainId)
  const account = parseAddress(parameters.account, 'account')
  const currency = parseAddress(parameters.currency ?? zeroAddress, 'currency')
  const signal = parameters.signal ?? new AbortController().signal
  const { callData, createReader, readQuantity, readWord, selectors } = await loadChainReaders()
  const reader = createReader(client, chain, parameters.wallet, signal)
  if (currency === zeroAddress) return readQuantity(reader, 'eth_getBalance', [account, 'latest'])
  const balance = await readWord(reader, currency, callData(selectors.balanceOf, account))
  if (balance !== undefined) return balance
  throw invalidInput('currency', '"currency" is not a token of this chain.')
}
