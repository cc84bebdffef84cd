import type { ServerResponse } from 'node:http'
import { cancelOrders, type OrderComponents } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rpc } from '../../../devnet/src/chain/rpc.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { advance } from '../../src/indexer/advance.ts'
import { applyBlocks } from '../../src/indexer/apply.ts'
import { checkOnce } from '../../src/indexer/checks/checkLogs.ts'
import { newestBlock, readFrom, watchedBy } from '../../src/indexer/reading.ts'
import { readNewestBlock } from '../../src/storage/chain/blocks.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

/** What is stored is one branch of the chain, with every fact of each of its blocks. */

let node: NodeProxy
let state: State
let ada: Trader
beforeAll(async () => {
  node = await startNodeProxy()
  state = await startState((chain) => {
    node.target = chain.rpcUrl
    return { rpcUrls: [node.url] }
  })
  ada = state.traders[0] as Trader
  await state.approve(ada)
})
afterEach(() => {
  node.meddle = undefined
})
afterAll(async () => {
  await state?.stop()
  await node?.stop()
})

async function listed(): Promise<{ readonly id: Hex; readonly order: OrderComponents }> {
  const tokenId = await state.mint(ada, 1)
  await state.sync()
  const order = state.listing(ada, tokenId)
  return { id: await state.postOrder(ada, order), order }
}
const cancel = (order: OrderComponents) => ada.send(cancelOrders(state.chain.contracts.seaport, [order]))
/** Blocks that are stored and do not follow the one below them, where that one is stored as well. */
const breaks = () =>
  state.deps.db.rows(sql`
    select b.number from blocks b join blocks p on p.chain_id = b.chain_id and p.number = b.number - 1
    where b.parent_hash <> p.hash`)
const isChecked = async (hash: string): Promise<boolean | undefined> =>
  (await state.deps.db.rows<{ checked: boolean }>(sql`select checked from blocks where hash = ${hash}`))[0]
    ?.checked

type Header = { readonly number: Hex; readonly hash: Hex }
const newest = () => state.rpc<Header>('eth_getBlockByNumber', ['latest', false])
const say = (response: ServerResponse, result: unknown): true => {
  response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  return true
}

test('default: a block of a branch that was left is not stored in the middle of an outage', async () => {
  const { id, order } = await listed()
  await state.rpc('anvil_mine', ['0x20'])
  await cancel(order)
  const { number } = await newest()
  await state.rpc('anvil_mine', ['0x100'])
  // As a node on another branch has it: without the cancellation.
  node.meddle = ({ method, params }, response) => {
    const asked = params[0] as { fromBlock?: Hex; toBlock?: Hex } | Hex
    const isOfBlock = method === 'eth_getBlockByNumber' && asked === number
    if (!isOfBlock && method !== 'eth_getLogs') return false
    rpc<Header | Header[]>(state.chain.rpcUrl, method, params).then((answer) =>
      say(
        response,
        Array.isArray(answer)
          ? answer.filter((log) => (log as unknown as { blockNumber: Hex }).blockNumber !== number)
          : { ...answer, hash: `0x${'ab'.repeat(32)}`, logsBloom: `0x${'00'.repeat(256)}`, transactions: [] },
      ),
    )
    return true
  }
  await expect(state.sync()).rejects.toThrow('does not follow')
  node.meddle = undefined
  await state.sync()
  expect(await state.statusOf(id)).toBe('cancelled/approved')
  expect(await breaks()).toEqual([])
})

test('blocks that were read before another one was committed late are read again', async () => {
  const { id, order } = await listed()
  const { db, config } = state.deps
  const mine = await readNewestBlock(db, config.id)
  const own = await newestBlock(state.deps)
  if (mine === undefined || own === undefined) throw new Error('No block is stored.')
  // The commit of a block of another branch was under way when its connection was lost.
  const late = {
    ...own,
    number: own.number + 1n,
    hash: `0x${'cd'.repeat(32)}`,
    parentHash: own.hash,
  } as const
  const { mark } = await watchedBy(state.deps)
  const commitLate = () =>
    applyBlocks(
      state.deps,
      [readFrom(state.deps, { ...late, transactions: [] }, { logs: [], trust: 'proven' })],
      { watched: mark, head: mine.hash },
      false,
    )
  await cancel(order)
  await state.mint(ada, 1)
  let isCommitted = false
  const transaction: ChainDeps['db']['transaction'] = async (work) => {
    if (!isCommitted) await commitLate()
    isCommitted = true
    return db.transaction(work)
  }
  expect(await advance({ ...state.deps, db: { ...db, transaction } })).toBe('more')
  await state.sync()
  expect(await breaks()).toEqual([])
  expect(await state.statusOf(id)).toBe('cancelled/approved')
})

test('a newest block that is gone again is not taken for one that is stored', async () => {
  await state.sync()
  await state.rpc('anvil_mine', ['0x2'])
  const gone = await newestBlock(state.deps)
  await state.rpc('anvil_rollback', [2])
  expect(await advance(state.deps, true, undefined, gone)).toBe('no-next')
})

test('a block whose logs were read anew while they were compared with its receipts is compared again', async () => {
  await state.mint(ada, 1)
  await state.sync()
  const { reads, db } = state.deps
  while (await checkOnce(state.deps)) {
    // One block at a time, until all are proven.
  }
  const { hash } = await newest()
  await db.rows(sql`update blocks set checked = false where hash = ${hash}`)
  const proven: typeof reads.logs.proven = async (...asked) => {
    const logs = await reads.logs.proven(...asked)
    await db.rows(sql`update blocks set logs = 'read anew' where hash = ${hash}`)
    return logs
  }
  await checkOnce({ ...state.deps, reads: { ...reads, logs: { ...reads.logs, proven } } })
  expect(await isChecked(hash)).toBe(false)
  expect(await checkOnce(state.deps)).toBe(true)
  expect(await isChecked(hash)).toBe(true)
})
