import { hexToBytes, numberToHex, toHex } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { bloomOfLogs, createBloomBits, isInBloom } from '../../src/chain/logs/bloom.ts'
import { logFrom } from '../../src/chain/logs/chainLog.ts'
import { createLogReader, type LogReader } from '../../src/chain/logs/logReader.ts'
import { createNodes } from '../../src/chain/nodes.ts'

const contract = `0x${'c1'.repeat(20)}` as const
const hash = (number: number) => numberToHex(number, { size: 32 })
const logAt = (block: number, logIndex: number) => ({
  address: contract,
  topics: [hash(7)],
  data: '0x',
  blockHash: hash(block),
  blockNumber: numberToHex(block),
  transactionHash: hash(block),
  logIndex: numberToHex(logIndex),
})

let node: LocalServer
/** The number of logs in each block, and what the node answered: the blocks and the logs of each request. */
let perBlock = 0
const answers: { readonly blocks: number; readonly logs: number }[] = []

beforeAll(async () => {
  node = await serveLocally(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString())
    // A block's hash is its number here.
    const { blockHash, fromBlock = blockHash, toBlock = blockHash } = params[0]
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    const result = Array.from({ length: (to - from + 1) * perBlock }, (_, index) =>
      logAt(from + Math.floor(index / perBlock), index % perBlock),
    )
    answers.push({ blocks: to - from + 1, logs: result.length })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
})
afterAll(() => node?.stop())

/** Reads blocks in turn with a reader that has asked the node nothing yet. */
async function readAll(to: number): Promise<number> {
  answers.length = 0
  const reader: LogReader = createLogReader(createNodes([node.url], mainnet))
  let found = 0
  for (let next = 1; next <= to; ) {
    const piece = await reader.ofRange([contract], next, to)
    found += piece.logs.length
    next = piece.to + 1
  }
  return found
}

test('no answer has many times the logs that are meant to be in memory, not even the first of a busy history', async () => {
  perBlock = 100
  expect(await readAll(2000)).toBe(200_000)
  for (const { logs } of answers) expect(logs).toBeLessThan(20_000)
})

test('a history without events is read in a few requests', async () => {
  perBlock = 0
  expect(await readAll(20_000)).toBe(0)
  expect(answers.length).toBeLessThan(20)
})

test('a log whose values are not hex of their length is rejected, since values are copied into tables as lines', () => {
  const log = logAt(1, 0) as unknown as Parameters<typeof logFrom>[0]
  expect(logFrom(log).logIndex).toBe(0)
  const line = `${hash(1)}\t1\n31337`
  for (const wrong of [
    { transactionHash: line },
    { blockHash: line },
    { address: `${contract}\t` },
    { topics: [line] },
    { topics: null },
    { data: '0x\n' },
    { transactionHash: '\\N' },
  ])
    expect(() => logFrom({ ...log, ...wrong } as typeof log), JSON.stringify(wrong)).toThrow(
      /The node returned a log/,
    )
})

test('logs that set every bit of a bloom are all of their block, although it seems to contain another topic', () => {
  const raw = logAt(1, 0) as unknown as Parameters<typeof logFrom>[0]
  const logs = Array.from({ length: 60 }, (_, index) =>
    logFrom({ ...raw, topics: [hash(0), hash(index + 1)] }),
  )
  const bits = createBloomBits()
  const logsBloom = toHex(bloomOfLogs(logs, bits))
  const seeming = Array.from({ length: 5000 }, (_, index) => hash(1000 + index)).find((topic) =>
    isInBloom(hexToBytes(logsBloom), bits(topic)),
  )
  if (seeming === undefined) throw new Error('No topic has three bits of the bloom.')
  const header = { number: 1n, hash: hash(1), logsBloom, transactions: [hash(1)] }
  const sources = [{ address: contract, topics: [hash(0), seeming] }]
  const { fits } = createLogReader(createNodes([node.url], mainnet))
  expect(fits(header, sources, logs)).toBe(true)
  expect(fits(header, sources, logs.slice(1))).toBe(false)
  expect(fits(header, sources, [...logs, logFrom({ ...raw, topics: [hash(0), hash(61)] })])).toBe(false)
})

test('a log that a bloom leaves out is read on a chain that is set to have incomplete blooms, and nowhere else', async () => {
  perBlock = 1
  const header = {
    number: 1n,
    hash: hash(1),
    logsBloom: `0x${'00'.repeat(255)}01` as const,
    transactions: [],
  }
  const sources = [{ address: contract, topics: [hash(7)] }]
  const nodes = createNodes([node.url], mainnet)
  expect(createLogReader(nodes).mayContain(header, sources)).toBe(false)
  const lenient = createLogReader(nodes, undefined, false)
  expect(lenient.mayContain(header, sources)).toBe(true)
  expect(await lenient.ofBlock(header, sources)).toMatchObject({
    logs: [{ address: contract }],
    trust: 'fitting',
  })
})

test('an empty bloom proves nothing of receipts: it may be that of a chain without blooms', async () => {
  const reader = createLogReader(createNodes([node.url], mainnet))
  const header = {
    number: 1n,
    hash: hash(1),
    logsBloom: `0x${'00'.repeat(256)}` as const,
    transactions: [hash(1)],
  }
  expect(await reader.proven(header, [{ address: contract, topics: [hash(0)] }])).toBeUndefined()
})
