import { type Address, type Hex, numberToHex, size } from 'viem'
import type { ChainReader } from './chainReader.ts'
import { callData, readHead, readQuantity, readWord, selectors } from './reads.ts'
import { RpcError } from './rpcError.ts'

/** Returns the price of one gas now, and if the base fee doubles, in wei. */
export async function readGasPrice(
  reader: ChainReader,
): Promise<{ readonly expected: bigint; readonly most: bigint }> {
  const [expected, { baseFee }] = await Promise.all([
    readQuantity(reader, 'eth_gasPrice', []),
    readHead(reader),
  ])
  return { expected, most: expected + (baseFee ?? expected) }
}

/**
 * Returns the gas that a call needs: its own limit, what a node estimates, or what a simulation used and a quarter more,
 * because a call needs more gas than it uses in the end. `undefined` if none of them is known.
 */
export async function readGas(
  reader: ChainReader,
  call: {
    readonly account: Address
    readonly to: Address
    readonly data: Hex
    readonly value: bigint
    readonly gas?: bigint | undefined
  },
  measured: bigint | undefined,
): Promise<bigint | undefined> {
  const { account: from, to, data, value, gas } = call
  if (gas !== undefined) return gas
  try {
    return await readQuantity(reader, 'eth_estimateGas', [{ from, to, data, value: numberToHex(value) }])
  } catch (cause) {
    if (!(cause instanceof RpcError)) throw cause
    return measured === undefined ? undefined : (measured * 5n) / 4n
  }
}

/** The gas price oracle that every OP Stack chain has at this address. */
const dataFeeOracle: Address = '0x420000000000000000000000000000000000000f'
/** Bytes of a transaction beside its call data, rounded up. */
const envelope = 250n

/** Returns what an OP Stack chain charges for the data of a transaction, in wei; 0 on other chains. */
export async function readDataFee(reader: ChainReader, data: Hex): Promise<bigint> {
  const bytes = BigInt(size(data)) + envelope
  return (await readWord(reader, dataFeeOracle, callData(selectors.getL1FeeUpperBound, bytes))) ?? 0n
}
