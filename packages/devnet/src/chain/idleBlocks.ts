import { rpc } from './anvil.ts'

/** Milliseconds between the empty blocks of a chain on which nobody trades. */
const pause = 30_000

/**
 * Mines empty blocks while nobody trades on chains that mine on demand, as every public chain does: a chain that stands
 * still looks like a node that has fallen behind, and a client warns its user. Returns the function that stops it.
 */
export function idleBlocks(
  chains: readonly { readonly rpcUrl: string }[],
  progress: (line: string) => void,
  milliseconds: number = pause,
): () => void {
  const timer = setInterval(() => {
    for (const { rpcUrl } of chains)
      rpc(rpcUrl, 'evm_mine').catch((cause: unknown) => progress(`No block at ${rpcUrl}: ${String(cause)}`))
  }, milliseconds)
  return () => clearInterval(timer)
}
