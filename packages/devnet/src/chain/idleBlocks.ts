import { rpc } from './anvil.ts'

/** Milliseconds between the empty blocks of a chain on which nobody trades. */
const pause = 30_000

/**
 * Lets chains that mine on demand go on while nobody trades, as every public chain does: one that stands still looks
 * like a node that has fallen behind, and a client asks its user about such. Answers the function that stops it.
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
