import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { RpcRequest, Wallet } from '../wallet/wallet.ts'

/** What the node answered with an error object: final where it is the chain's own word. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number | undefined
  /** What the reverted call returned, where the node says it. */
  readonly data: unknown
  constructor(message: string, code: number | undefined, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
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
  /**
   * Whether any node of the chain can be asked at all.
   * @throws {TradeError} `wrong_chain` when a configured node is on another chain.
   */
  readonly reachable: () => Promise<boolean>
}

/** As they were when this was loaded: a script that comes later reads and changes nothing. */
const { parse: parseJson, stringify } = JSON

/** Milliseconds a node has to answer. */
const nodeTimeout = 10_000
const maxBytes = 5_000_000

export function createReader(
  client: Client,
  chain: Chain,
  wallet: Wallet | undefined,
  signal: AbortSignal,
): ChainReader {
  const nodes = chain.rpcUrls.map((url): RpcRequest => {
    const node: RpcRequest = (request) => ask(client, url, request, signal)
    const home = once(() => checkChain(chain, node))
    return async (request) => {
      await home()
      return node(request)
    }
  })

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
          if (isStray(cause)) client.log.error(cause.message, { chainId: chain.id })
          last = cause
        }
      }
      throw new TradeError('provider_unreachable', `No node of ${chain.name} answered.`, { cause: last })
    },
    reachable: async () => {
      const [first] = await sources()
      // Asked first, so that it is found out before anything is judged by what it says.
      if (first !== undefined && first === nodes[0]) await first({ method: 'eth_chainId' }).catch(unlessStray)
      return first !== undefined
    },
  }
}

/** A node of another chain says nothing about this one. */
async function checkChain(chain: Chain, node: RpcRequest): Promise<void> {
  const chainId = Number(await node({ method: 'eth_chainId' }))
  if (Number.isSafeInteger(chainId) && chainId !== chain.id)
    throw new TradeError('wrong_chain', `The configured node of ${chain.name} is on chain ${chainId}.`, {
      data: { chainId, wanted: chain.id },
    })
}

const isStray = (cause: unknown): cause is TradeError =>
  cause instanceof TradeError && cause.code === 'wrong_chain'

/** A node that is silent now may answer later; one of another chain never will. */
function unlessStray(cause: unknown): void {
  if (isStray(cause)) throw cause
}

/** Calls until it succeeds once; later calls get the same. */
function once<T>(call: () => Promise<T>): () => Promise<T> {
  const held: { result?: Promise<T> | undefined } = {}
  return () => {
    held.result ??= call().catch((cause: unknown) => {
      if (!isStray(cause)) held.result = undefined
      throw cause
    })
    return held.result
  }
}

/** An error object of JSON-RPC, wherever a library has put it. */
function rpcError(cause: unknown): RpcError | undefined {
  if (cause instanceof RpcError) return cause
  if (typeof cause !== 'object' || cause === null) return undefined
  const { code, message, data, cause: inner } = cause as Partial<Record<string, unknown>>
  const deeper = rpcError(inner)
  if (deeper !== undefined) return deeper
  if (typeof code !== 'number' && typeof message !== 'string') return undefined
  return new RpcError(String(message), typeof code === 'number' ? code : undefined, data)
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
    body: stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  if (text.length > maxBytes) throw new Error('The answer of the node is too large')
  const answer = parseJson(text) as {
    result?: unknown
    error?: { code?: number; message?: string; data?: unknown }
  }
  if (answer.error !== undefined && answer.error !== null)
    throw new RpcError(String(answer.error.message), answer.error.code, answer.error.data)
  return answer.result
}
