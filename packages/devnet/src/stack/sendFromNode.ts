import { type Address, createPublicClient, type Hex, numberToHex, type TransactionReceipt } from 'viem'
import { nodeTransport } from '../chain/nodeTransport.ts'
import { rpc } from '../chain/rpc.ts'
import { receiptOf } from '../contracts/receiptOf.ts'

/** A transaction that the node signs and sends, from one of its own accounts or an impersonated one. */
export type NodeCall = {
  readonly from: Address
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly gas?: bigint
}

const hex = (value: bigint | undefined): Hex | undefined =>
  value === undefined ? undefined : numberToHex(value)

/**
 * Sends a transaction that the node signs, and returns its receipt. It waits for the receipt because the node returns the
 * hash before the transaction is mined. A reverted transaction has the status `reverted`.
 */
export async function sendFromNode(
  rpcUrl: string,
  { from, to, data, value, gas }: NodeCall,
): Promise<TransactionReceipt> {
  const call = { from, to, data, value: hex(value), gas: hex(gas) }
  const hash = await rpc<Hex>(rpcUrl, 'eth_sendTransaction', [call])
  return receiptOf(createPublicClient({ transport: nodeTransport(rpcUrl) }), hash)
}
