import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'viem'

/**
 * A stand-in for the nodes of chains without trades: blocks come at a fixed interval, with transactions of others
 * and a bloom that contains none of the watched contracts.
 */
export type QuietNode = {
  /** The address of the node of one chain. */
  urlOf(chainId: number): string
  /** Requests since the last call, by method. */
  takeCalls(): ReadonlyMap<string, number>
  stop(): Promise<void>
}

/** The blocks that a chain has at the start. */
const first = 1000
const word = (value: number | string): Hex => `0x${value.toString(16).padStart(64, '0')}`
const hashOf = (chainId: number, number: number): Hex =>
  `0x${chainId.toString(16).padStart(32, 'c')}${number.toString(16).padStart(32, '0')}`
/** A bloom with a few logs of others. */
const bloom: Hex = `0x${'0080'.repeat(32)}${'00'.repeat(192)}`

/** @param interval milliseconds between two blocks. */
export async function startQuietNode(interval: number): Promise<QuietNode> {
  const began = Date.now()
  const head = (): number => first + Math.floor((Date.now() - began) / interval)
  let calls = new Map<string, number>()
  const block = (chainId: number, number: number) =>
    number > head() || number < 0
      ? null
      : {
          number: `0x${number.toString(16)}`,
          hash: hashOf(chainId, number),
          parentHash: hashOf(chainId, number - 1),
          timestamp: `0x${Math.floor((began + (number - first) * interval) / 1000).toString(16)}`,
          logsBloom: bloom,
          transactions: [word(number), word(number + 1)],
        }
  const answer = (chainId: number, method: string, [asked]: readonly unknown[]): unknown => {
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'eth_blockNumber') return `0x${head().toString(16)}`
    if (method === 'eth_getBlockByNumber') {
      const settled: Readonly<Record<string, number>> = { latest: 0, safe: 32, finalized: 64 }
      const depth = settled[String(asked)]
      return block(chainId, depth === undefined ? Number(asked) : head() - depth)
    }
    if (method === 'eth_getBlockByHash') return block(chainId, Number(`0x${String(asked).slice(34)}`))
    if (method === 'eth_getLogs') return []
    return method === 'eth_getCode' || method === 'eth_call' ? '0x' : undefined
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
      calls.set(method, (calls.get(method) ?? 0) + 1)
      const result = answer(Number(request.url?.slice(1)), method, params)
      const said =
        result === undefined ? { error: { code: -32601, message: 'method not found' } } : { result }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (chainId) => `http://127.0.0.1:${port}/${chainId}`,
    takeCalls: () => {
      const taken = calls
      calls = new Map()
      return taken
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
