import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  type NonceManager,
  nonceManager,
  type PublicClient,
  parseGwei,
  type TransactionReceipt,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { nodeTransport } from '../chain/nodeTransport.ts'
import { receiptOf } from './receiptOf.ts'
import { viemChain } from './viemChain.ts'

type Name<TAbi extends Abi> = ContractFunctionName<TAbi, 'nonpayable' | 'payable'>
type Write<TAbi extends Abi, TName extends Name<TAbi>> = {
  readonly address: Address
  readonly abi: TAbi
  readonly functionName: TName
  readonly args?: ContractFunctionArgs<TAbi, 'nonpayable' | 'payable', TName>
  readonly value?: bigint
}

/** Sends transactions of one account to a local chain and waits for each receipt. */
export type Writer = {
  readonly account: PrivateKeyAccount
  readonly reads: PublicClient
  send(call: {
    readonly to: Address
    readonly data: Hex
    readonly value?: bigint
  }): Promise<TransactionReceipt>
  write<const TAbi extends Abi, TName extends Name<TAbi>>(
    call: Write<TAbi, TName>,
  ): Promise<TransactionReceipt>
}

/** What a {@link Writer} needs to know about a local chain. */
export type LocalNode = {
  readonly id: number
  readonly name: string
  readonly rpcUrl: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/**
 * Returns viem's nonce manager with a key for each node. viem keeps the nonces of an account by chain id, but a process
 * may start several nodes with the same chain id, also on the same port. The key is made of the node's start and port.
 */
function noncesOf({ rpcUrl, startedAt }: LocalNode): NonceManager {
  const chainId = (startedAt % 2 ** 36) * 2 ** 16 + Number(new URL(rpcUrl).port)
  return {
    consume: (wanted) => nonceManager.consume({ ...wanted, chainId }),
    get: (wanted) => nonceManager.get({ ...wanted, chainId }),
    increment: (wanted) => nonceManager.increment({ ...wanted, chainId }),
    reset: (wanted) => nonceManager.reset({ ...wanted, chainId }),
  }
}

/** Far above the base fee of a local chain, in wei for each unit of gas. */
const fees = { maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('1') }

/** Returns a {@link Writer} for the account of a private key. */
export function writerOf(chain: LocalNode, privateKey: Hex): Writer {
  const definition = viemChain(chain)
  const account = privateKeyToAccount(privateKey, { nonceManager: noncesOf(chain) })
  const transport = nodeTransport(chain.rpcUrl)
  const wallet = createWalletClient({ account, chain: definition, transport })
  const reads = createPublicClient({ chain: definition, transport })
  const send: Writer['send'] = async (call) => {
    const request = { to: call.to, data: call.data, value: call.value ?? 0n }
    // Transactions that are mined first may raise its gas use, for example if it then writes a new storage slot.
    const gas = ((await reads.estimateGas({ account: account.address, ...request })) * 13n) / 10n
    // With all of them given, viem asks the node for nothing but the nonce.
    const hash = await wallet.sendTransaction({ ...request, ...fees, gas, chainId: chain.id })
    const receipt = await receiptOf(reads, hash)
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} reverted.`)
    return receipt
  }
  return {
    account,
    reads,
    send,
    write: ({ address, abi, functionName, args, value }) =>
      send({
        to: address,
        data: encodeFunctionData({ abi, functionName, args } as never),
        ...(value === undefined ? {} : { value }),
      }),
  }
}
