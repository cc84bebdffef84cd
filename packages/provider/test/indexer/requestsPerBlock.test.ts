import { sql } from 'drizzle-orm'
import { type Hex, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { advance } from '../../src/indexer/advance.ts'
import { createHeadFollower } from '../../src/indexer/headFollower.ts'
import { createPace } from '../../src/indexer/pace.ts'
import { createProgressLog } from '../../src/indexer/progressLog.ts'
import { readHead } from '../../src/storage/chain/blocks.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let state: State
let proxy: NodeProxy
let ada: Trader
beforeAll(async () => {
  proxy = await startNodeProxy()
  state = await startState((chain) => {
    proxy.target = chain.rpcUrl
    return { rpcUrls: [proxy.url] }
  })
  ada = state.traders[0] as Trader
  await state.sync()
})
afterEach(() => {
  proxy.meddle = undefined
})
afterAll(async () => {
  await state?.stop()
  await proxy?.stop()
})

/** The methods of the requests while `work` runs. */
async function asked(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = proxy.asked.length
  await work()
  return proxy.asked.slice(before).map(({ method }) => method)
}
const storedTransfers = async (): Promise<number> => {
  const [row] = await state.deps.db.rows<{ count: string }>(sql`select count(*) as count from transfers`)
  return Number(row?.count)
}

/** Lets the node return the newest block, or the one of a number, with other fields. */
const rewrite = (asked: string, fields: object): void => {
  proxy.meddle = ({ id, method, params }, response) => {
    if (method !== 'eth_getBlockByNumber' || params[0] !== asked) return false
    state.rpc<object>(method, params).then((block) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { ...block, ...fields } }))
    })
    return true
  }
}

test('a block without transactions, and one whose bloom has none of our contracts, cost one request each', async () => {
  await state.rpc('evm_mine')
  expect(await asked(() => advance(state.deps))).toEqual(['eth_getBlockByNumber'])
  await ada.send({ to: ada.address, data: '0x' })
  rewrite('latest', { logsBloom: `0x${'00'.repeat(255)}01` })
  expect(await asked(() => advance(state.deps))).toEqual(['eth_getBlockByNumber'])
  proxy.meddle = undefined
  expect(await advance(state.deps)).toBe('level')
})

test('a block that is announced costs one request, and the turn that stores it no other', async () => {
  const { signal } = new AbortController()
  let blocks = 0
  const head = createHeadFollower(state.deps, signal, createProgressLog(state.deps), () => {
    blocks += 1
  })
  await head.turn()
  await state.rpc('evm_mine')
  const { number, hash } = await state.rpc<{ number: Hex; hash: Hex }>('eth_getBlockByNumber', [
    'latest',
    false,
  ])
  head.announce({ number: Number(number), hash })
  blocks = 0
  expect(await asked(head.turn)).toEqual(['eth_getBlockByHash'])
  expect(blocks).toBe(1)
  expect((await readHead(state.deps.db, state.chain.id))?.hash).toBe(hash)
})

test('several blocks near the head are read with one request for logs, and stored as if read one by one', async () => {
  const before = await storedTransfers()
  for (let block = 0; block < 5; block += 1) await state.mint(ada, 1)
  const methods = await asked(async () => expect(await advance(state.deps)).toBe('more'))
  expect(methods.filter((method) => method === 'eth_getLogs')).toHaveLength(1)
  expect(await advance(state.deps)).toBe('level')
  expect(await storedTransfers()).toBe(before + 5)
})

test('a node that moves to another branch while blocks near the head are read gets none of it stored', async () => {
  const [before, { number: stored = 0 } = {}] = [
    await storedTransfers(),
    await readHead(state.deps.db, state.chain.id),
  ]
  for (let block = 0; block < 4; block += 1) await state.mint(ada, 1)
  rewrite(numberToHex(stored + 3), { hash: `0x${'ab'.repeat(32)}`, parentHash: `0x${'cd'.repeat(32)}` })
  expect(await advance(state.deps)).toBe('more')
  expect((await readHead(state.deps.db, state.chain.id))?.number).toBe(stored + 2)
  expect(await storedTransfers()).toBe(before + 2)
  proxy.meddle = undefined
  await state.sync()
  expect(await storedTransfers()).toBe(before + 4)
})

test('a chain with regular blocks is asked when one is due, and one with irregular blocks every second', () => {
  let now = 0
  const polls = (gaps: readonly number[]): number => {
    const pace = createPace(() => now)
    let due = now
    let count = 0
    gaps.forEach((gap, number) => {
      due += gap
      for (let isThere = false; !isThere; count += number < 10 ? 0 : 1) {
        now += pace.rest()
        isThere = now >= due
      }
      pace.note(number, false)
    })
    return count / (gaps.length - 10)
  }
  const blocks = Array.from({ length: 110 }, (_, place) => place)
  expect(polls(blocks.map(() => 12_000))).toBeLessThan(2)
  expect(polls(blocks.map(() => 2000))).toBeLessThan(2)
  // A slot of twelve seconds that is missed is no reason to poll every second.
  expect(polls(blocks.map((place) => (place % 20 === 0 ? 24_000 : 12_000)))).toBeLessThan(3)
  expect(polls(blocks.map((place) => (place % 3 === 0 ? 60_000 : 3000)))).toBeGreaterThan(15)
})
