import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Log } from '../log.ts'
import { isRecord, property } from '../property.ts'
import { readText } from '../readText.ts'
import { createDeadline, unlessAborted, withTimeout } from '../wait.ts'
import type { ChainReader, RpcRequest } from './chainReader.ts'
import { readHead } from './reads.ts'
import { RpcError, rpcError } from './rpcError.ts'

/** What reading a chain needs to know of a client. */
export type RpcClient = { readonly fetch: typeof globalThis.fetch; readonly log: Log }

/** What reading a chain needs of a wallet: its own node, if it has one. */
export type NodeOwner = { readonly request?: RpcRequest }

/** Captured when this module loads, so that scripts that load later cannot replace them. */
const { parse: parseJson, stringify } = JSON

/** Milliseconds until a request to a node times out. */
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
    const node: RpcRequest = (request) => send(client, url, request, signal)
    const checked = once(() => checkChain(chain, node))
    return async (request) => {
      await checked()
      return node(request)
    }
  })
  const walletNode: RpcRequest = (call) => {
    const response = wallet?.request?.(call) ?? Promise.reject(new Error('The wallet has no node'))
    return withTimeout(response, nodeTimeout, () => {
      throw new Error(`No answer within ${nodeTimeout} ms`)
    })
  }
  let walletOnChain: Promise<boolean> | undefined
  let hasComparedNodes = false
  let behind: number | undefined
  /** Nodes whose latest block is far behind another node's. */
  const stale = new Set<RpcRequest>()

  /** Asked for each read, since the wallet may switch chain. Concurrent reads share the answer. */
  const isWalletOnChain = (): Promise<boolean> => {
    walletOnChain ??= walletNode({ method: 'eth_chainId' })
      .then(
        (id) => Number(id) === chain.id,
        () => false,
      )
      .finally(() => {
        walletOnChain = undefined
      })
    return walletOnChain
  }
  const currentNodes = async (): Promise<readonly RpcRequest[]> => {
    const all = wallet?.request !== undefined && (await isWalletOnChain()) ? [walletNode, ...nodes] : nodes
    return all.filter((node) => !stale.has(node))
  }

  /** Calls one node after the other until one answers. */
  const callFirst = async (
    candidates: readonly RpcRequest[],
    method: string,
    params?: readonly unknown[],
  ) => {
    const call = params === undefined ? { method } : { method, params }
    let lastError: unknown
    for (const node of candidates) {
      signal.throwIfAborted()
      try {
        return await node(call)
      } catch (cause) {
        const error = rpcError(cause)
        if (error?.reverted) throw error
        if (isWrongChain(cause)) client.log.error(cause.message, { chainId: chain.id })
        lastError = cause
      }
    }
    throw new TradeError('provider_unreachable', `No node of ${chain.name} answered.`, { cause: lastError })
  }
  const readerOf = (node: RpcRequest): ChainReader => ({
    call: (method, params) => callFirst([node], method, params),
    reachable: async () => true,
  })

  /**
   * Reads the latest block of the first node, and if that is old, of the others: nodes far behind the newest are left
   * out. If all are as old, the clock is wrong or the chain makes no blocks.
   */
  const findStaleNodes = async (candidates: readonly RpcRequest[]): Promise<void> => {
    const headOf = (node: RpcRequest) =>
      readHead(readerOf(node)).then(
        ({ time }) => time,
        () => undefined,
      )
    const now = Date.now()
    const [first, ...others] = candidates
    if (first === undefined) return
    const head = await headOf(first)
    if (head !== undefined && now - head <= staleAfter) return
    const heads = [head, ...(await Promise.all(others.map(headOf)))]
    const newest = Math.max(...heads.map((time) => time ?? 0))
    for (const [index, node] of candidates.entries())
      if (newest - (heads[index] ?? newest) > staleAfter) stale.add(node)
    if (stale.size > 0)
      client.log.warn('A node is far behind the others and is not asked.', { chainId: chain.id })
    const current = heads.filter((time) => time !== undefined && newest - time <= staleAfter)
    if (current.length === 1 && now - newest > staleAfter) behind = now - newest
  }

  return {
    call: async (method, params) => callFirst(await currentNodes(), method, params),
    reachable: async () => {
      const candidates = await currentNodes()
      const [first] = candidates
      // Asked first, so that a node of another chain is found before anything is checked against it.
      if (first !== undefined && first === nodes[0])
        await first({ method: 'eth_chainId' }).catch(throwWrongChain)
      if (first !== undefined && !hasComparedNodes) {
        hasComparedNodes = true
        await findStaleNodes(candidates)
      }
      return first !== undefined
    },
    nodes: async () => (await currentNodes()).map(readerOf),
    behind: () => behind,
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

const isWrongChain = (cause: unknown): cause is TradeError =>
  cause instanceof TradeError && cause.code === 'wrong_chain'

/** Ignores errors of a node that may answer later; one of another chain never will. */
function throwWrongChain(cause: unknown): void {
  if (isWrongChain(cause)) throw cause
}

/** Returns a function that calls until it succeeds once; later calls share the result. */
function once<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= call().catch((cause: unknown) => {
      if (!isWrongChain(cause)) result = undefined
      throw cause
    })
    return result
  }
}

/** The text of a node's answer; `undefined` where it is too large. */
async function askNode(
  client: RpcClient,
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const deadline = createDeadline(signal, nodeTimeout, nodeTimeout)
  try {
    const asked = client.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      redirect: 'error',
      credentials: 'omit',
      signal: deadline.signal,
      body,
    })
    const response = await unlessAborted(asked, deadline.signal)
    return await readText(response, maxBytes, deadline.signal)
  } catch (cause) {
    if (deadline.exceeded === undefined) throw cause
    throw new Error(`No answer within ${nodeTimeout} ms`, { cause })
  } finally {
    deadline.clear()
  }
}

async function send(
  client: RpcClient,
  url: string,
  { method, params = [] }: { method: string; params?: readonly unknown[] },
  signal: AbortSignal,
): Promise<unknown> {
  const text = await askNode(client, url, stringify({ jsonrpc: '2.0', id: 1, method, params }), signal)
  if (text === undefined) throw new Error('The answer of the node is too large')
  const answer: unknown = parseJson(text)
  if (!isRecord(answer)) throw new Error('The node did not answer in JSON-RPC.')
  const { error, result } = answer
  if (error === undefined || error === null) return result
  const code = property(error, 'code')
  throw new RpcError(
    String(property(error, 'message')),
    typeof code === 'number' ? code : undefined,
    property(error, 'data'),
  )
}
