import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { RpcRequest, Wallet } from '../wallet/wallet.ts'

/** What the node answered with an error object: final where it is the chain's own word. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
  /** The call itself failed on chain; another node would say the same. */
  get reverted(): boolean {
    return this.code === 3 || /revert|invalid opcode|out of gas/i.test(this.message)
  }
}

/**
 * Reads of one chain for one run: over the wallet's own node while the wallet is on that chain, then over
 * the chain's configured nodes. Never over anything that the provider chose.
 */
export type ChainReader = {
  readonly call: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Whether any node of the chain can be asked at all. */
  readonly reachable: () => Promise<boolean>
}

/** Milliseconds a node has to answer. */
const nodeTimeout = 10_000
const maxBytes = 5_000_000

export function createReader(
  client: Client,
  chain: Chain,
  wallet: Wallet | undefined,
  signal: AbortSignal,
): ChainReader {
  const nodes = chain.rpcUrls.map(
    (url): RpcRequest =>
      (request) =>
        ask(client, url, request, signal),
  )

  const sources = async (): Promise<readonly RpcRequest[]> => {
    const request = wallet?.request
    if (request === undefined) return nodes
    const onChain = await within(request({ method: 'eth_chainId' })).then(
      (id) => Number(id) === chain.id,
      () => false,
    )
    return onChain ? [(call) => within(request(call)), ...nodes] : nodes
  }

  return {
    call: async (method, params) => {
      const call = params === undefined ? { method } : { method, params }
      let last: unknown
      for (const source of await sources()) {
        signal.throwIfAborted()
        try {
          return await source(call)
        } catch (cause) {
          const error = rpcError(cause)
          if (error?.reverted) throw error
          last = cause
        }
      }
      throw new TradeError('provider_unreachable', `No node of ${chain.name} answered.`, { cause: last })
    },
    reachable: async () => (await sources()).length > 0,
  }
}

/** An error object of JSON-RPC, wherever a library has put it. */
function rpcError(cause: unknown): RpcError | undefined {
  if (cause instanceof RpcError) return cause
  if (typeof cause !== 'object' || cause === null) return undefined
  const { code, message, cause: inner } = cause as { code?: unknown; message?: unknown; cause?: unknown }
  const deeper = rpcError(inner)
  if (deeper !== undefined) return deeper
  if (typeof code !== 'number' && typeof message !== 'string') return undefined
  return new RpcError(String(message), typeof code === 'number' ? code : undefined)
}

async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${nodeTimeout} ms`)), nodeTimeout)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

async function ask(
  client: Client,
  url: string,
  { method, params = [] }: { method: string; params?: readonly unknown[] },
  signal: AbortSignal,
): Promise<unknown> {
  const response = await client.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    redirect: 'error',
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(nodeTimeout)]),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  if (text.length > maxBytes) throw new Error('The answer of the node is too large')
  const answer = JSON.parse(text) as { result?: unknown; error?: { code?: number; message?: string } }
  if (answer.error !== undefined && answer.error !== null)
    throw new RpcError(String(answer.error.message), answer.error.code)
  return answer.result
}
