import { text } from 'node:stream/consumers'
import { rpc, serveLocally } from '@sluice/devnet'
import { type Address, createWalletClient, type Hex, hexToBigInt, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Scene } from './scene.ts'
import { jsonOf } from './server.ts'

/**
 * A wallet behind JSON-RPC, as every library connects to one. It signs and sends everything that is asked, apart from
 * requests that `isExpected` does not know: those it records and declines with the code of a user's refusal, so that
 * a run ends there.
 */
export type RecordingWallet = {
  readonly url: string
  /** Everything that was to be signed or sent, in order, as text without what differs from run to run. */
  readonly asked: readonly string[]
  /** Resolves with the first request that was not expected. */
  readonly unexpected: Promise<string>
  readonly stop: () => Promise<void>
}

type RpcRequest = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }
type Transaction = { readonly to?: Address; readonly data?: Hex; readonly input?: Hex; readonly value?: Hex }

/** Requests that make a wallet sign or send. */
const prompts = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'eth_sign',
  'wallet_sendCalls',
]

/** @param isExpected whether a request may be signed or sent; an honest control expects all. */
export async function openWallet(
  scene: Scene,
  isExpected: (request: string) => boolean,
): Promise<RecordingWallet> {
  const { chain, user, keyOf } = scene
  const account = privateKeyToAccount(keyOf(user))
  const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) })
  const asked: string[] = []
  let found: (request: string) => void = () => undefined
  const unexpected = new Promise<string>((resolve) => {
    found = resolve
  })
  const carryOut = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'eth_sendTransaction') {
      const { to, data, input, value } = params[0] as Transaction
      const bytes = data ?? input ?? '0x'
      const wei = value === undefined ? 0n : hexToBigInt(value)
      return wallet.sendTransaction({ chain: null, to: to ?? null, data: bytes, value: wei })
    }
    if (method === 'eth_signTypedData_v4') {
      const { domain, types, primaryType, message } = JSON.parse(params[1] as string)
      const { EIP712Domain: _, ...structs } = types
      return account.signTypedData({ domain, types: structs, primaryType, message })
    }
    throw new Error(`The wallet has no ${method}.`)
  }
  const answer = async ({ method, params = [] }: RpcRequest): Promise<unknown> => {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [user]
    if (!prompts.includes(method)) return rpc(chain.rpcUrl, method, params)
    const request = plain(method, params)
    asked.push(request)
    if (isExpected(request)) return carryOut(method, params)
    found(request)
    throw new Error('User rejected the request.')
  }
  const { url, stop } = await serveLocally(async (incoming, response) => {
    const body = JSON.parse(await text(incoming)) as RpcRequest | readonly RpcRequest[]
    const reply = async (request: RpcRequest) => {
      const head = { jsonrpc: '2.0', id: request.id }
      try {
        return { ...head, result: (await answer(request)) ?? null }
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause)
        const code = message.startsWith('User rejected')
          ? 4001
          : message.includes('Method not found')
            ? -32601
            : -32000
        return { ...head, error: { code, message } }
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      jsonOf(await (Array.isArray(body) ? Promise.all(body.map(reply)) : reply(body as RpcRequest))),
    )
  })
  return { url, asked, unexpected, stop }
}

/** Fields of typed data that a client may choose again for each run. */
const chosen = new Set(['salt'])

/** A request as text: the bytes that count, in one spelling for all clients. */
function plain(method: string, params: readonly unknown[]): string {
  if (method === 'eth_sendTransaction') {
    const { to, data, input, value } = params[0] as Transaction
    const wei = value === undefined ? 0n : hexToBigInt(value)
    return lower(jsonOf({ method, to, data: data ?? input ?? '0x', value: wei }))
  }
  if (method !== 'eth_signTypedData_v4') return lower(jsonOf({ method, params }))
  const { domain, primaryType, message } = JSON.parse(params[1] as string)
  const text = JSON.stringify({ domain, primaryType, message }, (key, value: unknown) => {
    if (chosen.has(key)) return undefined
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) && value.length !== 42
      ? String(BigInt(value))
      : value
  })
  return lower(JSON.stringify({ method, ...JSON.parse(text) }))
}

const lower = (text: string): string => text.toLowerCase()
