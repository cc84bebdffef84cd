import { askNode, rpc } from '@sluice/devnet'
import type { Hex } from 'viem'
import type { Clock } from './clock.ts'
import { type Server, startServer } from './server.ts'

/** Who asks: the client over the configured address, or the wallet over its own. */
export type Asker = 'client' | 'wallet'

/** Answers one method; `next` is what was there before, in the end the real node. */
export type NodeHandler = (
  params: readonly unknown[],
  next: () => Promise<unknown>,
  asker: Asker,
) => unknown | Promise<unknown>

export type MinedCall = { readonly logs: readonly { readonly topics: readonly Hex[] }[] }

/** A real node whose answers a test can make stale, wrong or absent. */
export type FaultyNode = {
  readonly url: string
  readonly server: Server
  /** Straight to the real node. */
  readonly real: <T = unknown>(method: string, params?: readonly unknown[]) => Promise<T>
  /** The receipt of a call that was sent: the node answers with its hash a moment before it is in a block. */
  readonly mined: (hash: Hex) => Promise<MinedCall>
  readonly ask: (asker: Asker, method: string, params?: readonly unknown[]) => Promise<unknown>
  readonly on: (method: string, handler: NodeHandler) => void
  /** Methods asked so far, as `asker method`. */
  readonly asked: string[]
  readonly reset: () => void
}

export async function startNode(clock: () => Clock, rpcUrl: string): Promise<FaultyNode> {
  const server = await startServer(clock, '')
  const handlers: [string, NodeHandler][] = []
  const asked: string[] = []
  const real = <T>(method: string, params: readonly unknown[] = []) => rpc<T>(rpcUrl, method, params)
  const mined = async (hash: Hex): Promise<MinedCall> => {
    for (;;) {
      const receipt = await real<MinedCall | null>('eth_getTransactionReceipt', [hash])
      if (receipt !== null) return receipt
    }
  }
  const raw = async (method: string, params: readonly unknown[]) => {
    const { result, error } = await askNode(rpcUrl, method, params)
    if (error !== undefined) throw error
    return result
  }
  const ask: FaultyNode['ask'] = async (asker, method, params = []) => {
    asked.push(`${asker} ${method}`)
    const chain = handlers.filter(([name]) => name === method || name === '*')
    const step = (index: number): Promise<unknown> =>
      index < 0
        ? raw(method, params)
        : Promise.resolve(chain[index]![1](params, () => step(index - 1), asker))
    return step(chain.length - 1)
  }
  server.on('*', async ({ body }) => {
    const { id, method, params } = body as { id: number; method: string; params?: unknown[] }
    try {
      return { body: { jsonrpc: '2.0', id, result: (await ask('client', method, params)) ?? null } }
    } catch (error) {
      if (error instanceof Error) return { reset: true }
      return { body: { jsonrpc: '2.0', id, error } }
    }
  })
  return {
    url: server.url,
    server,
    real,
    mined,
    ask,
    on: (method, handler) => {
      handlers.push([method, handler])
    },
    asked,
    reset: () => {
      handlers.length = 0
      asked.length = 0
    },
  }
}
