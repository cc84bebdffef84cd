import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { NodeFault } from './nodeFault.ts'

/** Why a node is used last. */
export type Doubt = 'silent' | 'behind' | 'other-branch' | 'other-chain' | 'wrong-logs'

/** Why a node failed to answer. */
export type NodeFailure = 'timeout' | 'unreachable' | 'limited' | 'http' | 'rpc' | 'invalid'

/** The state of one node. URLs contain keys, so nodes are named by place and host. */
export type NodeState = {
  readonly place: number
  readonly host: string
  readonly height: number | undefined
  readonly doubt: Doubt | undefined
  /** Answers and failures since the start. */
  readonly answered: number
  readonly failed: number
  /** Failures by their cause, and requests by method. */
  readonly failures: ReadonlyMap<NodeFailure, number>
  readonly methods: ReadonlyMap<string, number>
  /** Milliseconds, of late. */
  readonly latency: number
}

/** Why a request to a node failed. */
export function failureOf(cause: unknown): NodeFailure {
  if (cause instanceof TimeoutError) return 'timeout'
  if (cause instanceof NodeFault) return 'invalid'
  // Nodes limit requests by a status of HTTP, or by a code of JSON-RPC.
  if (cause instanceof RpcRequestError) return cause.code === -32005 || cause.code === 429 ? 'limited' : 'rpc'
  if (cause instanceof HttpRequestError && cause.status !== undefined)
    return cause.status === 429 ? 'limited' : 'http'
  return 'unreachable'
}
