import type { Hex } from 'viem'

/** A raw JSON-RPC request to one node. */
export type RpcRequest = (request: { method: string; params?: readonly unknown[] }) => Promise<unknown>

/**
 * Reads one chain: over the wallet's own node while the wallet is on that chain, then over the chain's configured nodes.
 * Never over a node that the provider chose.
 */
export type ChainReader = {
  readonly call: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /**
   * Returns whether any node of the chain can be asked.
   * @throws {TradeError} `wrong_chain` when a configured node is on another chain.
   */
  readonly reachable: () => Promise<boolean>
  /** Returns a reader for each node, in the order in which they are asked. Absent for a reader of one node. */
  readonly nodes?: () => Promise<readonly ChainReader[]>
  /** Returns the milliseconds by which the only node is behind the clock; `undefined` if that is little, or others agree. */
  readonly behind?: () => number | undefined
}

/**
 * Returns a reader that reads a given block wherever the latest one is asked for.
 * @param block its number, as JSON-RPC writes it.
 */
export const atBlock = ({ reachable, call }: ChainReader, block: Hex): ChainReader => ({
  reachable,
  call: (method, params = []) =>
    call(
      method,
      params.map((value) => (value === 'latest' ? block : value)),
    ),
})
