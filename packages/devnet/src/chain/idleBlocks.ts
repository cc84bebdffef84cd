import { rpc } from './rpc.ts'

/** Milliseconds between empty blocks. */
const defaultInterval = 30_000

/**
 * Mines empty blocks on chains that otherwise mine only on demand. A chain without new blocks looks like a node that has
 * fallen behind, and clients warn about it. Returns a function that stops it.
 */
export function idleBlocks(
  chains: readonly { readonly rpcUrl: string }[],
  progress: (line: string) => void,
  milliseconds: number = defaultInterval,
): () => void {
  const timer = setInterval(() => {
    for (const { rpcUrl } of chains)
      rpc(rpcUrl, 'evm_mine').catch((cause: unknown) =>
        progress(`Failed to mine a block at ${rpcUrl}: ${String(cause)}`),
      )
  }, milliseconds)
  return () => clearInterval(timer)
}
