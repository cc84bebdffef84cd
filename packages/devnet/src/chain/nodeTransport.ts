import { type CustomTransport, custom } from 'viem'
import { askNode } from './rpc.ts'

/**
 * A viem transport to a node on this machine, over {@link askNode} in place of `fetch`.
 * @param rpcUrl an `http:` address.
 * @example
 * ```ts
 * const reads = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
 * ```
 */
export const nodeTransport = (rpcUrl: string): CustomTransport =>
  custom({
    request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      const { result, error } = await askNode(rpcUrl, method, params)
      if (error !== undefined) throw error
      return result
    },
  })
