import { text } from 'node:stream/consumers'
import { type Chain, createPublicClient } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { createNodes } from '../../src/chain/nodes.ts'

type Told = {
  height: number
  branch: string
  chainId?: number
  down?: boolean
  logs?: unknown[]
  asked: string[]
}
const servers: LocalServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) void server.stop()
})

/** A node that tells what it is told to tell. */
async function startNode(told: Told): Promise<string> {
  const answer = (method: string, [tag]: readonly string[]): unknown => {
    const { height, branch, chainId = 7 } = told
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'eth_getLogs') return told.logs ?? []
    if (method === 'eth_blockNumber') return `0x${height.toString(16)}`
    const number = tag === 'latest' ? height : Number(tag)
    const hash = `0x${Buffer.from(`${branch}${number}`).toString('hex').padStart(64, '0')}`
    return { number: `0x${number.toString(16)}`, hash }
  }
  const server = await serveLocally(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request))
    told.asked.push(method)
    if (told.down === true) {
      response.writeHead(502).end()
      return
    }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params ?? []) }))
  })
  servers.push(server)
  return server.url
}

const chain: Chain = {
  id: 7,
  name: 'Seven',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
async function startNodes(told: readonly Omit<Told, 'asked'>[]) {
  const all = told.map((one): Told => ({ ...one, asked: [] }))
  const nodes = createNodes(await Promise.all(all.map(startNode)), chain)
  const client = createPublicClient({ chain, transport: nodes.transport })
  return { all, nodes, client, height: async () => Number(await client.getBlockNumber({ cacheTime: 0 })) }
}
const doubts = ({ states }: ReturnType<typeof createNodes>) => states().map(({ doubt }) => doubt)

test('default: the first node answers, and the next one takes over when it is down', async () => {
  const { all, nodes, height } = await startNodes([
    { height: 10, branch: 'a' },
    { height: 11, branch: 'a' },
  ])
  expect(await height()).toBe(10)
  Object.assign(all[0] as Told, { down: true })
  expect(await height()).toBe(11)
  expect(nodes.states()[0]).toMatchObject({ failed: 1, answered: 1 })
  Object.assign(all[0] as Told, { down: false })
  await nodes.compare()
  await nodes.compare()
  expect(doubts(nodes)).toEqual([undefined, undefined])
})

test('a node that returns a log whose digits are no hex counts as failed, and the next one is asked', async () => {
  const log = {
    address: `0x${'c1'.repeat(20)}`,
    topics: [`0x${'07'.repeat(32)}`],
    data: '0x',
    blockHash: `0x${'01'.repeat(32)}`,
    blockNumber: '0x1',
    transactionHash: `0x${'02'.repeat(32)}`,
    logIndex: '0x0',
  }
  const { nodes, client } = await startNodes([
    { height: 10, branch: 'a', logs: [{ ...log, topics: [`0x${'zz'.repeat(32)}`] }] },
    { height: 10, branch: 'a', logs: [log] },
  ])
  const [found] = await client.getLogs({ fromBlock: 1n, toBlock: 1n })
  expect(found?.topics).toEqual(log.topics)
  expect(nodes.states()[0]).toMatchObject({ failed: 1 })
})

test('a node that is behind is used last until it has caught up', async () => {
  const { all, nodes, height } = await startNodes([
    { height: 10, branch: 'a' },
    { height: 30, branch: 'a' },
  ])
  await nodes.compare()
  expect(doubts(nodes)).toEqual(['behind', undefined])
  expect(await height()).toBe(30)
  Object.assign(all[0] as Told, { height: 31 })
  await nodes.compare()
  expect(await height()).toBe(31)
})

test('a node on another branch than the others is detected and used last', async () => {
  const { nodes, height } = await startNodes([
    { height: 40, branch: 'lie' },
    { height: 39, branch: 'a' },
    { height: 38, branch: 'a' },
  ])
  await nodes.compare()
  expect(doubts(nodes)).toEqual(['other-branch', undefined, undefined])
  expect(await height()).toBe(39)
})

test('a node of another chain and one that does not answer are distinguished and used last', async () => {
  const { nodes, height } = await startNodes([
    { height: 40, branch: 'a', chainId: 8 },
    { height: 40, branch: 'a', down: true },
    { height: 20, branch: 'a' },
  ])
  await nodes.compare()
  expect(doubts(nodes)).toEqual(['other-chain', 'silent', undefined])
  expect(await height()).toBe(20)
})

test('when every node is down, the error is that of a node and not of the request', async () => {
  const { height } = await startNodes([
    { height: 1, branch: 'a', down: true },
    { height: 1, branch: 'a', down: true },
  ])
  await expect(height()).rejects.toThrow(/HTTP request failed/)
})
