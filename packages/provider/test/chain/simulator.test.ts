import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createNodes } from '../../src/chain/nodes.ts'
import { createSimulator, type Simulator } from '../../src/chain/simulation/createSimulator.ts'
import { isKnown, type Trial } from '../../src/chain/simulation/trial.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

/** What a node may answer to simulations, by its own fault or by that of the contracts that it runs. */

let node: NodeProxy
let simulator: Simulator
let clock = 0
let failures = 0
beforeAll(async () => {
  node = await startNodeProxy()
})
beforeEach(() => {
  failures = 0
  simulator = createSimulator(
    createNodes([node.url], foundry),
    () => clock,
    async () => 1n,
    { onFailure: () => (failures += 1) },
  )
})
afterAll(() => node?.stop())

const account = '0x00000000000000000000000000000000000000aa'
const callTo = (data: `0x${string}`) =>
  ({ to: '0x00000000000000000000000000000000000000bb', data, value: 0n, gas: 1_000_000 }) as const
const trials: readonly Trial[] = [{ calls: [callTo('0x01')] }, { calls: [callTo('0x02'), callTo('0x03')] }]
const run = () => simulator.run(account, trials)
type Answer = (response: ServerResponse, id: number, params: readonly unknown[]) => void
const answers = (method: string, answer: Answer) => {
  node.meddle = (question, response) => {
    if (question.method === method) answer(response, question.id, question.params)
    else
      response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, error: { code: -32601, message: '' } }))
    return true
  }
}
const reply = (response: ServerResponse, id: number, more: object) =>
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...more }))
const good = { status: '0x1', returnData: '0x', gasUsed: '0x5208' }
const bad = { status: '0x0', returnData: '0x1a515574', gasUsed: '0x5208' }
const nothing = [undefined, undefined]

describe('of a whole answer that is useless, nothing is known', () => {
  test.each<[string, Answer]>([
    ['a page', (response) => response.writeHead(502).end('<html>Bad gateway</html>')],
    ['a page that looks like success', (response) => response.end('<html>Welcome</html>')],
    ['no text', (response) => response.end()],
    ['a text that ends too soon', (response) => response.end('{"jsonrpc":"2.0","id":1,"resu')],
    ['a connection that is cut', (response) => response.destroy()],
    ['an answer that is cut', (response) => void response.write('{"jsonrpc"', () => response.destroy())],
    ['a list of answers', (response) => response.end('[]')],
    ['null', (response, id) => reply(response, id, { result: null })],
    ['no result', (response, id) => reply(response, id, {})],
    ['too few blocks', (response, id) => reply(response, id, { result: [{ calls: [good] }] })],
    ['an error', (response, id) => reply(response, id, { error: { code: -38014, message: 'no funds' } })],
    ['an error of another form', (response, id) => reply(response, id, { error: 'no' })],
    ['an error without a text', (response, id) => reply(response, id, { error: { code: 1, message: null } })],
  ])('%s', async (_, answer) => {
    answers('eth_simulateV1', answer)
    expect(await run()).toEqual(nothing)
    expect(failures).toBe(1)
  })
})

test('an answer that never ends is given up', async () => {
  let isClosed: () => void = () => {}
  const closed = new Promise<void>((done) => {
    isClosed = done
  })
  answers('eth_simulateV1', (response) => {
    response.on('close', isClosed)
    response.write('{"jsonrpc":"2.0",')
  })
  expect(await run()).toEqual(['given-up', 'given-up'])
  // The node does not work on, and the place among the requests is free again.
  await closed
})

test('an answer of megabytes is given up', async () => {
  answers('eth_simulateV1', (response, id) =>
    reply(response, id, { result: [{ calls: [{ ...bad, returnData: `0x${'ff'.repeat(9_000_000)}` }] }, {}] }),
  )
  expect(await run()).toEqual(['given-up', 'given-up'])
  expect(failures).toBe(1)
})

test('an outcome is only what the node says of that very trial', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.constant({ calls: [good] }),
          fc.constant({ calls: [bad] }),
          fc.constant({ calls: [good, bad] }),
          fc.constant({ calls: [bad, good] }),
          fc.record({ calls: fc.array(fc.oneof(fc.constant(good), fc.constant(bad), fc.jsonValue())) }),
          fc.record({
            calls: fc.array(
              fc.record({
                status: fc.oneof(fc.constant('0x0'), fc.constant('0x1'), fc.jsonValue()),
                returnData: fc.oneof(fc.constant('0x123'), fc.jsonValue()),
                gasUsed: fc.oneof(fc.constant('0xffffff'), fc.jsonValue()),
              }),
            ),
          }),
          fc.jsonValue(),
        ),
        { minLength: 2, maxLength: 2 },
      ),
      async (result) => {
        answers('eth_simulateV1', (response, id) => reply(response, id, { result }))
        const outcomes = (await run()) ?? []
        expect(outcomes).toHaveLength(2)
        for (const [index, outcome] of outcomes.entries()) {
          const calls = (result[index] as { calls?: { status?: unknown }[] } | null)?.calls
          const last = calls?.at(-1)?.status
          if (!isKnown(outcome)) continue
          expect(calls).toHaveLength(trials[index]!.calls.length)
          expect(last).toBe(outcome === 'succeeds' ? '0x1' : '0x0')
          if (index === 1) expect(calls?.[0]?.status).toBe('0x1')
          if (outcome !== 'succeeds') expect(outcome.reverted).toMatch(/^(out-of-gas|0x[0-9a-f]*)$/i)
        }
      },
    ),
    { numRuns: 200 },
  ))

describe('a node without the method', () => {
  const single: readonly Trial[] = ['0x01', '0x02', '0x03', '0x04', '0x05'].map((data) => ({
    calls: [callTo(data as `0x${string}`)],
  }))

  test('makes each call by itself, and its trouble with one of them says nothing of the others', async () => {
    answers('eth_call', (response, id, [call]) => {
      const { data } = call as { data: string }
      const error = (code: number, message: string, more: object = {}) =>
        reply(response, id, { error: { code, message, ...more } })
      if (data === '0x01') reply(response, id, { result: '0x' })
      else if (data === '0x02') error(3, 'execution reverted', { data: '0x1a515574' })
      else if (data === '0x03') error(-32000, 'execution aborted (timeout = 5s)')
      else if (data === '0x04') response.writeHead(500).end('<html>')
      else error(3, 'execution reverted', { data: 'not hex' })
    })
    expect(await simulator.run(account, single)).toEqual([
      'succeeds',
      { reverted: '0x1a515574' },
      undefined,
      undefined,
      undefined,
    ])
  })

  test('is asked again only after a while', async () => {
    answers('eth_call', (response, id) => reply(response, id, { result: '0x' }))
    const before = node.asked.length
    await simulator.run(account, single)
    await simulator.run(account, single)
    const methods = () => node.asked.slice(before).filter(({ method }) => method === 'eth_simulateV1').length
    expect(methods()).toBe(1)
    clock += 600_001
    await simulator.run(account, single)
    expect(methods()).toBe(2)
  })

  test('knows nothing of a call that needs another one before', async () => {
    answers('eth_call', (response, id) => reply(response, id, { result: '0x' }))
    expect(await run()).toEqual(['succeeds', undefined])
  })
})

describe('of two nodes', () => {
  let other: NodeProxy
  let both: Simulator
  const slow: string[] = []
  beforeAll(async () => {
    other = await startNodeProxy()
    other.meddle = ({ id }, response) => {
      reply(response, id, { result: [{ calls: [good] }, { calls: [good, bad] }] })
      return true
    }
  })
  beforeEach(() => {
    slow.length = 0
    both = createSimulator(
      createNodes([node.url, other.url], foundry),
      () => clock,
      async () => 1n,
      { onSlowCalls: (caller) => slow.push(caller) },
    )
  })
  afterAll(() => other?.stop())
  const found = ['succeeds', { reverted: '0x1a515574' }]

  test('the next one is asked where one does not have the method', async () => {
    answers('eth_call', (response, id) => reply(response, id, { result: '0x' }))
    expect(await both.run(account, trials)).toEqual(found)
  })

  test('the next one is asked where one is slow, for which no caller is blamed', async () => {
    answers('eth_simulateV1', () => {})
    // While the first run is given up, and while the node is asked for an empty block.
    await both.run(account, trials)
    await both.run(account, trials)
    expect(await both.run(account, trials)).toEqual(found)
    expect(slow).toEqual([])
  })
})
