import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type Address, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { sweep } from '../../src/indexer/sweep.ts'
import { createCollectionDiscovery } from '../../src/metadata/createCollectionDiscovery.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import { readWatched } from '../../src/storage/chain/watched.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

let state: State
let maker: Trader
let buyer: Trader
beforeAll(async () => {
  state = await startState()
  ;[maker, buyer] = state.traders as [Trader, Trader]
  await state.approve(maker)
})
afterAll(() => state?.stop())

const forever = new AbortController().signal
const posted = async (by: Trader, tokenId: bigint, salt = 1n) => {
  const components = state.listing(by, tokenId, { salt })
  return {
    components,
    signature: await state.sign(by, components),
    version: '1.6',
    source: undefined,
  } as const
}
const post = async (deps: ChainDeps, by: Trader, tokenId: bigint, salt?: bigint) =>
  (await postOrders(deps, [await posted(by, tokenId, salt)]))[0]
/** The same chain with settings of its own. */
const withSettings = (more: Partial<Parameters<typeof createChainDeps>[1]>) => {
  const { db, hub, log, clock, verifier, config } = state.deps
  return createChainDeps(config, { db, hub, log, clock, verifier, ...more })
}

describe('one maker', () => {
  test('has a limit of open orders, is told the reason above it, and does not affect others', async () => {
    const deps = withSettings({ quotas: { perMaker: 3, perCollection: 2, unheldHours: 0 } })
    const results = []
    for (const salt of [1n, 2n, 3n]) results.push(await post(deps, maker, 900n, salt))
    expect(results).toMatchObject([
      { stored: true },
      { stored: true },
      {
        stored: false,
        reason: 'filtered',
        detail: expect.stringMatching(/2 open orders of this collection/),
      },
    ])
    // Another process counts what is in the book.
    const other = withSettings({ quotas: { perMaker: 2, perCollection: 0, unheldHours: 0 } })
    expect(await post(other, maker, 901n)).toMatchObject({
      stored: false,
      detail: expect.stringMatching(/2 open orders, which is the most/),
    })
    expect(await post(other, buyer, 901n)).toMatchObject({ stored: true })
  })

  test('at the limit may still post orders that are already stored', async () => {
    const deps = withSettings({ quotas: { perMaker: 2, perCollection: 2, unheldHours: 0 } })
    const trader = state.traders[3] as Trader
    const [first, second] = [await posted(trader, 902n, 1n), await posted(trader, 902n, 2n)]
    // The same one twice in a post takes one place, and a second post takes none.
    for (const posts of [[first, first], [first], [second], [second, first]])
      expect((await postOrders(deps, posts)).map(({ stored }) => stored)).toEqual(posts.map(() => true))
    expect(await post(deps, trader, 902n, 3n)).toMatchObject({ stored: false, reason: 'filtered' })
    // Another process counts what is in the book.
    const other = withSettings({ quotas: { perMaker: 2, perCollection: 2, unheldHours: 0 } })
    expect(await postOrders(other, [second])).toMatchObject([{ stored: true }])
  })
})

describe('old data', () => {
  test('listings of tokens that their makers never held are deleted, all others stay', async () => {
    const [held] = [await state.mint(maker, 2)]
    await state.sync()
    const own = await post(state.deps, maker, held)
    const gone = await post(state.deps, maker, held + 1n)
    const never = await post(state.deps, buyer, held)
    await maker.write({
      address: state.collection,
      abi: [
        {
          type: 'function',
          name: 'transferFrom',
          stateMutability: 'nonpayable',
          inputs: [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
          outputs: [],
        },
      ],
      functionName: 'transferFrom',
      args: [maker.address, (state.traders[2] as Trader).address, held + 1n],
    })
    await state.sync()
    await state.deps.db.rows(sql`update orders set created_at = now() - interval '100 hours'`)
    const fresh = await post(state.deps, buyer, 77n)
    await sweep(state.deps, forever)
    const statuses = await Promise.all([own, gone, never, fresh].map((one) => state.statusOf(one?.id ?? '')))
    expect(statuses).toEqual(['fillable/approved', 'no-balance/approved', 'absent', 'no-balance/no-approval'])
  })

  test('is deleted in small statements, however much there is', async () => {
    const { db, config } = state.deps
    await db.rows(sql`
      insert into outbox (chain_id, kind, payload, created_at)
      select ${config.id}, 'order', '{}', now() - interval '80 hours' from generate_series(1, 12001)`)
    let largest = 0
    const watching: ChainDeps = {
      ...state.deps,
      db: {
        ...db,
        rows: async (query) => {
          const rows = await db.rows(query)
          largest = Math.max(largest, Number((rows[0] as { count?: string } | undefined)?.count ?? 0))
          return rows as never
        },
      },
    }
    await sweep(watching, forever)
    expect(largest).toBe(5000)
    const [left] = await db.rows<{ count: string }>(
      sql`select count(*) as count from outbox where chain_id = ${config.id} and created_at < now() - interval '50 hours'`,
    )
    expect(left?.count).toBe('0')
  })

  test('that cannot be deleted is counted and logged, and does not stop other deletions', async () => {
    const { db, config } = state.deps
    await db.rows(sql`
      insert into answers (chain_id, scope, key, request, created_at)
      values (${config.id}, '', 'old', 'x', now() - interval '50 hours')`)
    await db.rows(sql`
      insert into outbox (chain_id, kind, payload, created_at)
      values (${config.id}, 'order', '{}', now() - interval '80 hours')`)
    const lines: { job?: string }[] = []
    const blocker = await db.session()
    await blocker.rows(sql`begin`)
    await blocker.rows(sql`lock table outbox in access exclusive mode`)
    const impatient: ChainDeps = {
      ...state.deps,
      log: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
      db: {
        ...db,
        rows: (query) =>
          db.transaction(async (tx) => {
            await tx.rows(sql`set local lock_timeout = 50`)
            return tx.rows(query)
          }),
      },
    }
    await sweep(impatient, forever)
    await blocker.rows(sql`rollback`)
    await blocker.end()
    expect(lines.map(({ job }) => job)).toEqual(['events'])
    expect(Object.fromEntries(state.deps.counts.entries())).toMatchObject({ 'sweep-events-failed': 1 })
    expect(await db.rows(sql`select 1 from answers where key = 'old'`)).toEqual([])
  })
})

describe('a caller who names many unknown contracts', () => {
  test('exhausts its own budget, and collections of other callers are still discovered', async () => {
    const { db, config, reads } = state.deps
    const [, orbits] = state.chain.contracts.collections.map(({ address }) => address) as [Address, Address]
    await db.rows(sql`delete from collections where contract = ${orbits}`)
    // The budget is counted by the minute: the clock stands still, however long sixty contracts take.
    const now = Date.now()
    const discovery = createCollectionDiscovery(() => ({ ...state.deps, clock: () => now }))
    const strange = Array.from({ length: 60 }, (_, index) => numberToHex(index + 4096, { size: 20 }))
    await reads.nodes.asCaller('ip:1', () => discovery.discover(strange))
    const knows = async () => (await readWatched(db, config.id)).contracts.includes(orbits)
    await reads.nodes.asCaller('ip:1', () => discovery.discover([orbits]))
    expect(await knows()).toBe(false)
    await reads.nodes.asCaller('ip:2', () => discovery.discover([orbits]))
    expect(await knows()).toBe(true)
  })
})

describe('more collections than are followed', () => {
  test('the longest unused one that is not traded makes room, and a traded one never does', async () => {
    const [first, second, third] = state.chain.contracts.collections.map(
      ({ address }) => address,
    ) as Address[]
    const deps: ChainDeps = withSettings({ maxCollections: 2 })
    const { db, config } = deps
    const lonely: ChainDeps = { ...deps, config: { ...config, collections: [] } }
    const discovery = createCollectionDiscovery(() => lonely)
    await db.rows(sql`delete from collections where contract <> ${first as string}`)
    const before = await readWatched(db, config.id)
    await discovery.discover([second as Address])
    // As many as before, and yet another list: whoever read it before must notice.
    await discovery.discover([third as Address])
    const after = await readWatched(db, config.id)
    expect(after.contracts).toEqual([first, third].sort())
    expect(new Set([before.mark, after.mark]).size).toBe(2)
    expect(Object.fromEntries(deps.counts.entries())).toMatchObject({ 'collection-forgotten': 1 })
    // Both are traded by now, so that nobody makes room.
    await db.rows(
      sql`update orders set contract = ${third as string} where id = (select id from orders limit 1)`,
    )
    await discovery.discover([second as Address])
    expect((await readWatched(db, config.id)).contracts).toEqual([first, third].sort())
    expect(Object.fromEntries(deps.counts.entries())).toMatchObject({ 'collection-refused': 1 })
  })
})
