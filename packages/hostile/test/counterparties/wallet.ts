import type { Eip1193Provider } from '@sluice/core'
import { type Address, type Hex, numberToHex } from 'viem'
import type { Stage, StageCall } from './stage.ts'

/** What happens around the wallet's prompts. `at` counts them. */
export type Script = {
  /** While the prompt is open. */
  readonly onPrompt: (at: number) => Promise<void>
  /** Sent beside the user's transaction, ahead of it in its block. */
  readonly onBlock: (at: number) => Promise<void>
  /** In the block after it. */
  readonly onAfter: (at: number) => Promise<void>
}

/** An EIP-1193 wallet with a real key, on a chain whose blocks are mined by this wallet's transactions. */
export type StageWallet = {
  readonly provider: Eip1193Provider
  /** Hashes of all sent transactions. */
  readonly sent: Hex[]
  /** Prompts that were shown. */
  readonly prompts: { readonly method: string }[]
  /** Resolves when no block is pending. */
  readonly idle: () => Promise<void>
}

type RpcCall = { readonly to: Address; readonly data?: Hex; readonly value?: Hex }
type Batch = { readonly receipts: readonly Hex[]; readonly status: number }

/** Milliseconds between a transaction and its block: everything that is sent in between is in the same block. */
const blockDelay = 15

export function createStageWallet(stage: Stage, script: Script, batches: boolean): StageWallet {
  const { user, ask, send, mine, chain } = stage
  const sent: Hex[] = []
  const prompts: { method: string }[] = []
  const bundles = new Map<string, Batch>()
  const held: { block: Promise<void>; waiting: number[] } = { block: Promise.resolve(), waiting: [] }

  const callOf = ({ to, data = '0x', value = '0x0' }: RpcCall): StageCall => ({
    to,
    data,
    value: BigInt(value),
  })
  /** Mines a block with everything sent since the last one, unless one is scheduled already. */
  const scheduleBlock = (at: number) => {
    held.waiting.push(at)
    if (held.waiting.length > 1) return
    held.block = new Promise((resolve) => setTimeout(resolve, blockDelay)).then(async () => {
      const places = held.waiting.splice(0)
      for (const place of places) await script.onBlock(place)
      await mine()
      for (const place of places) await script.onAfter(place)
    })
  }
  const open = async (method: string): Promise<number> => {
    prompts.push({ method })
    const at = prompts.length - 1
    await script.onPrompt(at)
    return at
  }
  /** All calls or none, as a smart account executes them. */
  const sendAll = async (calls: readonly RpcCall[], at: number): Promise<Batch> => {
    await script.onBlock(at)
    await mine()
    const snapshot = await ask<Hex>('evm_snapshot')
    const hashes: Hex[] = []
    for (const call of calls) {
      hashes.push(await send(user, callOf(call)))
      await mine()
      const receipt = await ask<{ status: Hex }>('eth_getTransactionReceipt', [hashes.at(-1)])
      if (receipt.status === '0x1') continue
      await ask('evm_revert', [snapshot])
      return { receipts: [], status: 400 }
    }
    sent.push(...hashes)
    return { receipts: hashes, status: 200 }
  }
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [user.address]
      case 'eth_chainId':
        return numberToHex(chain.id)
      case 'eth_sendTransaction': {
        const at = await open(method)
        const hash = await send(user, callOf(params[0] as RpcCall))
        sent.push(hash)
        scheduleBlock(at)
        return hash
      }
      case 'eth_signTypedData_v4': {
        await open(method)
        return user.key.signTypedData(JSON.parse(String(params[1])))
      }
      case 'wallet_getCapabilities':
        if (batches) return { [numberToHex(chain.id)]: { atomic: { status: 'supported' } } }
        throw Object.assign(new Error('Method not found'), { code: -32601 })
      case 'wallet_sendCalls': {
        const at = await open(method)
        const { calls, id } = params[0] as { calls: readonly RpcCall[]; id: string }
        bundles.set(id, await sendAll(calls, at))
        return { id }
      }
      case 'wallet_getCallsStatus': {
        const { receipts, status } = bundles.get(String(params[0])) as Batch
        return {
          status,
          atomic: false,
          receipts: receipts.map((transactionHash) => ({ transactionHash, status: '0x1' })),
        }
      }
      default:
        return ask(method, params)
    }
  }
  return {
    provider: { request: request as Eip1193Provider['request'] },
    sent,
    prompts,
    idle: () => held.block,
  }
}
