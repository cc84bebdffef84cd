import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { HttpRequestError, RpcRequestError } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { connectNode } from '../../src/chain/rpc.ts'

const servers: LocalServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) void server.stop()
})

/** A node that answers each request as it is told; `connections` counts those that were opened to it. */
async function startNode(answer: (request: IncomingMessage, response: ServerResponse, turn: number) => void) {
  const seen = { connections: 0, bodies: [] as string[] }
  const local = await serveLocally(async (request, response) => {
    seen.bodies.push(await text(request))
    answer(request, response, seen.bodies.length)
  })
  local.server.on('connection', () => {
    seen.connections += 1
  })
  servers.push(local)
  return { seen, ...connectNode(`${local.url}/key`) }
}
const json = (body: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, ...body })

describe('a node', () => {
  test('default: is called over one connection that stays open', async () => {
    const { seen, ask } = await startNode((_, response, turn) => response.end(json({ result: turn })))
    expect([await ask('one', ['0x1']), await ask('two', undefined), await ask('three', [])]).toEqual([
      1, 2, 3,
    ])
    expect(seen.connections).toBe(1)
    expect(seen.bodies.map((body) => JSON.parse(body))).toMatchObject([
      { jsonrpc: '2.0', method: 'one', params: ['0x1'] },
      { method: 'two', params: [] },
      { method: 'three', params: [] },
    ])
  })

  test('answers several questions at once, in any order', async () => {
    const { seen, askAll } = await startNode((_, response) =>
      response.end(JSON.stringify([2, 0, 1].map((id) => ({ jsonrpc: '2.0', id, result: `result ${id}` })))),
    )
    expect(await askAll('one', [['a'], ['b'], ['c']])).toEqual(['result 0', 'result 1', 'result 2'])
    expect(JSON.parse(seen.bodies[0] ?? '')).toMatchObject(
      ['a', 'b', 'c'].map((param) => ({ method: 'one', params: [param] })),
    )
  })

  test('may take one question at a time, which is another thing than a failure', async () => {
    const replies = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ id, result: null })))
    const { askAll } = await startNode((_, response, turn) => {
      if (turn === 1) response.writeHead(400).end('no batches')
      else if (turn === 2) response.end(json({ error: { code: -32600, message: 'no batches' } }))
      else if (turn === 3) response.writeHead(429).end('too many')
      else if (turn === 4) response.end(replies(0))
      else if (turn === 5) response.end(replies(0, 0))
      else
        response.end(
          JSON.stringify([
            { id: 0, result: null },
            { id: 1, error: { code: -32005 } },
          ]),
        )
    })
    const all = () => askAll('one', [[], []])
    expect([await all(), await all()]).toEqual([undefined, undefined])
    for (const _ of [3, 4, 5, 6]) await expect(all()).rejects.toThrow(HttpRequestError)
  })

  test('is called again when it closed the connection that was reused', async () => {
    const { seen, ask } = await startNode((request, response, turn) => {
      if (turn === 2) request.socket.destroy()
      else response.end(json({ result: turn }))
    })
    expect([await ask('one', []), await ask('two', [])]).toEqual([1, 3])
    expect(seen.connections).toBe(2)
  })

  test('may compress its answer, and return null', async () => {
    const { ask } = await startNode((_, response, turn) => {
      if (turn === 1) response.end(json({ result: null }))
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(json({ result: 'packed' })))
    })
    expect([await ask('one', []), await ask('two', [])]).toEqual([null, 'packed'])
  })

  test('may return an error in the body with any status', async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const { ask } = await startNode((_, response, turn) =>
      response.writeHead(turn === 1 ? 200 : 400).end(json({ error })),
    )
    for (const _ of [1, 2]) {
      const refusal = await ask('eth_call', []).catch((cause: unknown) => cause)
      expect(refusal).toBeInstanceOf(RpcRequestError)
      expect(refusal).toMatchObject({ code: 3, data: '0x08c379a0' })
    }
  })

  test('that is unreachable, or behind a page of a proxy, has not answered', async () => {
    const { ask } = await startNode((_, response, turn) =>
      response.writeHead(turn === 1 ? 502 : 200).end('<html>Bad gateway</html>'),
    )
    for (const status of [502, 200]) {
      const fault = await ask('eth_call', []).catch((cause: unknown) => cause)
      expect(fault).toBeInstanceOf(HttpRequestError)
      expect(fault).toMatchObject({ status })
    }
    const away = await connectNode('http://127.0.0.1:1')
      .ask('eth_call', [])
      .catch((cause: unknown) => cause)
    expect(away).toBeInstanceOf(HttpRequestError)
  })
})
