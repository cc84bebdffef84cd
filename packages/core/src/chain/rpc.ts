import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Log } from '../log.ts'
import { withTimeout } from '../wait.ts'
import type { ChainReader, RpcRequest } from './chainReader.ts'
import { readHead } from './reads.ts'
import { RpcError, rpcError } from './rpcError.ts'

/** What reading a chain needs to know of a client. */
export type RpcClient = { readonly fetch: typeof globalThis.fetch; readonly log: Log }

/** What reading a chain needs of a wallet: its own node, where it has one. */
export type NodeOwner = { readonly request?: RpcRequest }

/** Captured when this module loads, so that scripts that load later cannot replace them. */
const { parse: parseJson, stringify } = JSON

/** Milliseconds a node has to answer. */
const nodeTimeout = 10_000
/** Milliseconds by which a node's latest block may be behind the clock before other nodes are compared. */
const staleAfter = 90_000
const maxBytes = 5_000_000

/** Creates a reader of a chain over the wallet's node and the configured nodes. Ends when `signal` aborts. */
export function createReader(
  client: RpcClient,
  chain: Chain,
  wallet: NodeOwner | undefined,
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
  const own: RpcRequest = (call) => {
    const asked = wallet?.request?.(call) ?? Promise.reject(new Error('The wallet has no node'))
    return withTimeout(asked, nodeTimeout, () => {
      throw new Error(`No answer within ${nodeTimeout} ms`)
    })
  }
  const held: { onChain?: Promise<boolean> | undefined; looked: boolean; behind: number | undefined } = {
    looked: false,
    behind: undefined,
  }
  /** Nodes whose latest block is far behind another node's. */
  const stale = new Set<RpcRequest>()

  /** Asked for each read, since the wallet may change chain. Reads of the same moment share the answer. */
  const isOnChain = (): Promise<boolean> => {
    held.onChain ??= own({ method: 'eth_chainId' })
      .then(
        (id) => Number(id) === chain.id,
        () => false,
      )
      .finally(() => {
        held.onChain = undefined
      })
    return held.onChain
  }
  const sources = async (): Promise<readonly RpcRequest[]> => {
    const all = wallet?.request !== undefined && (await isOnChain()) ? [own, ...nodes] : nodes
    return all.filter((source) => !stale.has(source))
  }

  const from = async (asked: readonly RpcRequest[], method: string, params?: readonly unknown[]) => {
    const call = params === undefined ? { method } : { method, params }
    let last: unknown
    for (const source of asked) {
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
  }
  const alone = (source: RpcRequest): ChainReader => ({
    call: (method, params) => from([source], method, params),
    reachable: async () => true,
  })

  /**
   * Reads the latest block of the first node, and if that is old, of the others: nodes far behind the newest are left
   * out. If all are as old, the clock is wrong or the chain makes no blocks.
   */
  const look = async (found: readonly RpcRequest[]): Promise<void> => {
    const headOf = (source: RpcRequest) =>
      readHead(alone(source)).then(
        ({ time }) => time,
        () => undefined,
      )
    const now = Date.now()
    const [first, ...others] = found
    if (first === undefined) return
    const head = await headOf(first)
    if (head !== undefined && now - head <= staleAfter) return
    const heads = [head, ...(await Promise.all(others.map(headOf)))]
    const newest = Math.max(...heads.map((time) => time ?? 0))
    for (const [index, source] of found.entries())
      if (newest - (heads[index] ?? newest) > staleAfter) stale.add(source)
    if (stale.size > 0)
      client.log.warn('A node is far behind the others and is not asked.', { chainId: chain.id })
    const agree = heads.filter((time) => time !== undefined && newest - time <= staleAfter)
    if (agree.length === 1 && now - newest > staleAfter) held.behind = now - newest
  }

  return {
    call: async (method, params) => from(await sources(), method, params),
    reachable: async () => {
      const found = await sources()
      const [first] = found
      // Asked first, so that a node of another chain is found before anything is checked against it.
      if (first !== undefined && first === nodes[0]) await first({ method: 'eth_chainId' }).catch(unlessStray)
      if (first !== undefined && !held.looked) {
        held.looked = true
        await look(found)
      }
      return first !== undefined
    },
    nodes: async () => (await sources()).map(alone),
    behind: () => held.behind,
  }
}

/** @throws {TradeError} `wrong_chain` if a configured node is on another chain. */
async function checkChain(chain: Chain, node: RpcRequest): Promise<void> {
  const chainId = Number(await node({ method: 'eth_chainId' }))
  if (Number.isSafeInteger(chainId) && chainId !== chain.id)
    throw new TradeError('wrong_chain', `The configured node of ${chain.name} is on chain ${chainId}.`, {
      data: { chainId, wanted: chain.id },
    })
}

const isStray = (cause: unknown): cause is TradeError =>
  cause instanceof TradeError && cause.code === 'wrong_chain'

/** Ignores errors of a node that may answer later; one of another chain never will. */
function unlessStray(cause: unknown): void {
  if (isStray(cause)) throw cause
}

/** Returns a function that calls until it succeeds once; later calls share the result. */
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

async function ask(
  client: RpcClient,
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
