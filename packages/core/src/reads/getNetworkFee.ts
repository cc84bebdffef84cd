import type { CheckedTransaction } from '@sluice/guards'
import { type Client, chainOf } from '../client.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { loadChainReaders } from './loadReaders.ts'

/** What transactions cost in the chain's coin, in wei. */
export type NetworkFee = {
  /** At the present price of gas. */
  readonly expected: bigint
  /** If the base fee doubles before they are mined. The wallet may set another bound. */
  readonly most: bigint
}

/** Which transactions are estimated, and who is asked. */
export type NetworkFeeParameters = {
  /** In the order in which they are sent. */
  readonly calls: readonly Pick<CheckedTransaction, 'account' | 'to' | 'data' | 'value' | 'gas'>[]
  /** Gas that a simulation measured for each call, for those that cannot be estimated before an earlier one is mined. */
  readonly gas?: readonly bigint[] | undefined
  /** The active chain by default. */
  readonly chainId?: number | undefined
  /** Its node is asked first, while the wallet is on the chain. */
  readonly wallet?: Wallet | undefined
  /** Ends the read when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Estimates the network fee of transactions: gas times its price, and on OP Stack chains the fee for their data. Returns
 * `undefined` where a node cannot tell it for all of them: an incomplete sum would be too small.
 *
 * @example
 * ```ts
 * const fee = await getNetworkFee(client, { calls: [item.call] })
 * ```
 */
export async function getNetworkFee(
  client: Client,
  parameters: NetworkFeeParameters,
): Promise<NetworkFee | undefined> {
  const chain = chainOf(client, parameters.chainId)
  const { calls, gas: measured = [], wallet } = parameters
  const signal = parameters.signal ?? new AbortController().signal
  const { createReader, readDataFee, readGas, readGasPrice } = await loadChainReaders()
  const reader = createReader(client, chain, wallet, signal)
  try {
    const [price, ...parts] = await Promise.all([
      readGasPrice(reader),
      ...calls.map(async (call, index) => ({
        gas: await readGas(reader, call, measured[index]),
        dataFee: await readDataFee(reader, call.data),
      })),
    ])
    let expected = 0n
    let most = 0n
    for (const { gas, dataFee } of parts) {
      if (gas === undefined) return undefined
      expected += gas * price.expected + dataFee
      most += gas * price.most + 2n * dataFee
    }
    return { expected, most }
  } catch (cause) {
    signal.throwIfAborted()
    client.log.verbose('The network fee could not be estimated.', { reason: String(cause) })
    return undefined
  }
}
