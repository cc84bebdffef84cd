/** A raw JSON-RPC request to one node. */
export type RpcRequest = (request: { method: string; params?: readonly unknown[] }) => Promise<unknown>

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
  /** Each node by itself, in the order in which they are asked. Absent where there is but one. */
  readonly nodes?: () => Promise<readonly ChainReader[]>
  /** Milliseconds by which the only node is behind the clock; `undefined` while that is little, or others agree. */
  readonly behind?: () => number | undefined
}
