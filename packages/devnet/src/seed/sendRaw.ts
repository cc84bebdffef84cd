import { type Address, type Hex, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { rpc } from '../chain/rpc.ts'
import type { LocalAccount } from '../contracts/accounts.ts'

/** A call of a contract. */
export type Call = {
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  readonly gas?: bigint
}

/** Returns the nonce of the account's next transaction. */
export const nextNonce = async (rpcUrl: string, account: Address): Promise<number> =>
  Number(await rpc<Hex>(rpcUrl, 'eth_getTransactionCount', [account, 'latest']))

/** Signs a transaction with fixed fees, so that its hash is always the same, and sends it. Returns its hash. */
export async function sendRaw(
  rpcUrl: string,
  chainId: number,
  from: LocalAccount,
  call: Call & { readonly nonce: number; readonly gas: bigint },
): Promise<Hex> {
  const raw = await privateKeyToAccount(from.privateKey).signTransaction({
    chainId,
    type: 'eip1559',
    maxFeePerGas: parseUnits('20', 9),
    maxPriorityFeePerGas: parseUnits('1', 9),
    ...call,
  })
  return rpc<Hex>(rpcUrl, 'eth_sendRawTransaction', [raw])
}

/** @throws {Error} unless every transaction was mined and succeeded. */
export async function checkMined(rpcUrl: string, hashes: readonly Hex[]): Promise<void> {
  for (const hash of hashes) {
    const receipt = await rpc<{ status: Hex } | null>(rpcUrl, 'eth_getTransactionReceipt', [hash])
    if (receipt?.status !== '0x1')
      throw new Error(
        `Transaction ${hash} failed while the chain was seeded: ${receipt?.status ?? 'not mined'}.`,
      )
  }
}
