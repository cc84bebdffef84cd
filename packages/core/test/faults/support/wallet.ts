import type { Address, Hex, TransactionSerializableLegacy } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Eip1193Provider } from '../../../src/wallets/eip1193.ts'
import type { Clock } from './clock.ts'
import type { FaultyNode } from './node.ts'

export type Prompt = { readonly method: string; readonly params: readonly unknown[] }
export type PromptHandler = (prompt: Prompt, next: () => Promise<unknown>) => unknown | Promise<unknown>

/** A wallet with a real key behind EIP-1193, which answers as a test says: refuses, hangs, lies, moves on. */
export type FaultyWallet = {
  readonly provider: Eip1193Provider
  readonly account: Address
  /** What a person would have seen: signatures, transactions and changes of chain. */
  readonly prompts: Prompt[]
  /** Hashes of everything that was really sent. */
  readonly sent: Hex[]
  /** What it shows in place of its key's account and the node's chain. */
  readonly shows: { accounts?: readonly string[]; chainId?: number; knows?: readonly number[] }
  readonly on: (method: string, handler: PromptHandler) => void
  /** Signs and sends, as the honest wallet does. */
  readonly send: (call: RpcCall) => Promise<Hex>
  /** The signed transaction of a call, which is not sent. */
  readonly signed: (call: RpcCall) => Promise<Hex>
  readonly sign: (digest: Hex) => Promise<Hex>
  readonly reset: () => void
}

export type RpcCall = {
  readonly from?: string
  readonly to: Address
  readonly data?: Hex
  readonly value?: Hex
  readonly gas?: Hex
  readonly nonce?: number
  readonly gasPrice?: bigint
}

/** What opens a window in front of a person. */
const windows = new Set([
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_sendCalls',
])

/** An error as wallets throw it. */
export const walletRefusal = (code: number, message = 'The wallet says no') =>
  Object.assign(new Error(message), { code })

/** A promise that never ends: a window that nobody answers. */
export const never = <T = never>() => new Promise<T>(() => {})

export function createFaultyWallet(
  clock: () => Clock,
  node: FaultyNode,
  chainId: number,
  privateKey: Hex,
): FaultyWallet {
  const key = privateKeyToAccount(privateKey)
  const account = key.address.toLowerCase() as Address
  const handlers: [string, PromptHandler][] = []
  const prompts: Prompt[] = []
  const sent: Hex[] = []
  const shows: FaultyWallet['shows'] = {}

  // Not what the node suggests: that follows what was paid before, and would grow with each transaction.
  const baseFee = async () => {
    const block = await node.real<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false])
    return BigInt(block.baseFeePerGas)
  }
  const signed = async (call: RpcCall): Promise<Hex> => {
    const gasPrice = call.gasPrice ?? (await baseFee()) * 2n + 1_000_000_000n
    const nonce = call.nonce ?? Number(await node.real('eth_getTransactionCount', [account, 'pending']))
    const { to, data = '0x', value = '0x0' } = call
    const gas = call.gas ?? '0xf4240'
    const transaction: TransactionSerializableLegacy = {
      type: 'legacy',
      chainId,
      to,
      data,
      value: BigInt(value),
      gas: BigInt(gas),
      gasPrice,
      nonce,
    }
    return key.signTransaction(transaction)
  }
  const send = async (call: RpcCall): Promise<Hex> => {
    const hash = await node.real<Hex>('eth_sendRawTransaction', [await signed(call)])
    sent.push(hash)
    // A node that mines at once names what it took a moment before the block is there: who looks then sees nothing.
    if (await node.real<boolean>('anvil_getAutomine')) await node.mined(hash)
    return hash
  }

  const honest = async ({ method, params }: Prompt): Promise<unknown> => {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return shows.accounts ?? [account]
      case 'eth_chainId':
        return `0x${(shows.chainId ?? chainId).toString(16)}`
      case 'eth_sendTransaction':
        return send(params[0] as RpcCall)
      case 'eth_signTypedData_v4': {
        const { domain, types, primaryType, message } = JSON.parse(String(params[1]))
        return key.signTypedData({ domain, types, primaryType, message })
      }
      case 'wallet_switchEthereumChain': {
        const wanted = Number((params[0] as { chainId: Hex }).chainId)
        if (shows.knows !== undefined && !shows.knows.includes(wanted)) throw walletRefusal(4902)
        shows.chainId = wanted
        return null
      }
      case 'wallet_addEthereumChain': {
        const added = Number((params[0] as { chainId: Hex }).chainId)
        shows.knows = [...(shows.knows ?? []), added]
        shows.chainId = added
        return null
      }
      case 'wallet_getCapabilities':
        throw walletRefusal(-32601)
      default:
        return node.ask('wallet', method, params)
    }
  }

  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    const prompt: Prompt = { method, params }
    if (windows.has(method)) prompts.push(prompt)
    const chain = handlers.filter(([name]) => name === method)
    const step = (index: number): Promise<unknown> =>
      index < 0
        ? honest(prompt)
        : Promise.resolve().then(() => chain[index]![1](prompt, () => step(index - 1)))
    return clock().track(step(chain.length - 1))
  }
  return {
    provider: { request },
    account,
    prompts,
    sent,
    shows,
    on: (method, handler) => {
      handlers.push([method, handler])
    },
    send,
    signed,
    sign: (digest) => key.sign({ hash: digest }),
    reset: () => {
      handlers.length = 0
      prompts.length = 0
      sent.length = 0
      for (const name of ['accounts', 'chainId', 'knows'] as const) delete shows[name]
    },
  }
}
