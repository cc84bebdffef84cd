import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { followReplica } from '../../src/storage/connection/followReplica.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/storage/connection/startEmbeddedPostgres.ts'
import { type Market, startMarket } from '../support/market.ts'
import { addSettings, copyFolder, crash, makeCluster, query, urlOf } from './ownCluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-failover-'))
const [empty, one, two] = ['empty', 'one', 'two'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const patience = { timeout: 30_000 }
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let market: Market
beforeEach(async () => {
  await startServers()
  process.env.TEST_DATABASE_URL = primary.url
  market = await startMarket()
})
afterEach(async () => {
  await market.chain.stop()
  await market.deps.hub.stop()
  await market.deps.db.close()
  await standby.stop()
  for (const home of [one, two]) rmSync(home, { recursive: true, force: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a primary, and a standby that streams everything from it; commits do not wait for the standby. */
async function startServers(): Promise<void> {
  if (market === undefined) await makeCluster(empty)
  for (const home of [one, two]) copyFolder(empty, home)
  primary = await startEmbeddedPostgres(one)
  addSettings(two, `primary_conninfo = '${connection()}'`)
  writeFileSync(join(two, 'data', 'standby.signal'), '')
  standby = await startEmbeddedPostgres(two)
  await expect.poll(streaming, patience).toEqual(['async'])
}
function connection(): string {
  const { port, username, password } = new URL(primary.url)
  return `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=two`
}
async function set(server: EmbeddedPostgres, name: string, value: string): Promise<void> {
  await query(server.url, `alter system set ${name} = '${value}'`)
  await query(server.url, 'select pg_reload_conf()')
}
/** What the primary says of its standbys. */
const streaming = async () =>
  (await query(primary.url, 'select sync_state from pg_stat_replication')).map(({ sync_state }) => sync_state)
/** An order is acknowledged only when the standby has it on its disk. */
async function commitSynchronously(): Promise<void> {
  await set(primary, 'synchronous_standby_names', 'two')
  await expect.poll(streaming, patience).toEqual(['sync'])
}
/** The network between the two servers fails. */
async function cutOff(): Promise<void> {
  await set(standby, 'primary_conninfo', '')
  await expect.poll(streaming, patience).toEqual([])
}

/**
 * Lists tokens of every trader at once.
 * @returns what was acknowledged, which grows while orders are posted, and why traders stopped before their last token.
 */
function postAll(perTrader: number): {
  readonly acknowledged: Hex[]
  readonly done: Promise<readonly unknown[]>
} {
  const acknowledged: Hex[] = []
  const post = async (): Promise<readonly unknown[]> => {
    const tokens = await Promise.all(market.traders.map((trader) => market.tokens(trader, perTrader)))
    const ends = market.traders.map(async (trader, place) => {
      for (const token of tokens[place] ?? []) {
        try {
          acknowledged.push(...(await market.list(trader, [token])))
        } catch (cause) {
          // It was not acknowledged, so nothing was promised.
          return [cause]
        }
      }
      return []
    })
    return (await Promise.all<readonly unknown[]>(ends)).flat()
  }
  return { acknowledged, done: post() }
}

/** Promotes the standby. @returns the ids of the orders that it has, and how many its book shows. */
async function failOver(): Promise<{ readonly kept: ReadonlySet<Hex>; readonly shown: number }> {
  await query(standby.url, 'select pg_promote()')
  const db = await openDatabase(urlOf(standby, basename(new URL(market.databaseUrl).pathname)), [
    market.chain.id,
  ])
  const rows = await db.rows<{ id: Hex }>(sql`select id from orders`)
  const book = await market.over(db).request(`/${market.deps.config.slug}/orders/asks/v5?limit=100`)
  const { orders } = (await book.json()) as { orders: readonly unknown[] }
  await db.close()
  return { kept: new Set(rows.map(({ id }) => id)), shown: orders.length }
}

describe('a replica', () => {
  test('serves lists while orders are posted, each with everything that was acknowledged before', async () => {
    const url = urlOf(standby, basename(new URL(market.databaseUrl).pathname))
    const replica = followReplica(url, market.deps.db, market.deps.log)
    const face = market.over(replica.readerOf(market.chain.id))
    const { acknowledged, done } = postAll(15)
    let [posting, reads] = [true, 0]
    const missing: Hex[] = []
    const reading = Array.from({ length: 4 }, async () => {
      while (posting) {
        const before = acknowledged.slice(-50)
        const response = await face.request(
          `/${market.deps.config.slug}/orders/asks/v5?limit=100&sortBy=createdAt`,
        )
        const { orders, message } = (await response.json()) as {
          orders: readonly { id: Hex }[]
          message?: string
        }
        expect([response.status, message]).toEqual([200, undefined])
        const seen = new Set(orders.map(({ id }) => id))
        missing.push(...before.filter((id) => !seen.has(id)))
        reads += 1
      }
    })
    const end = done.finally(() => {
      posting = false
    })
    await Promise.all([...reading, end])
    expect(await done).toEqual([])
    expect(missing).toEqual([])
    expect(acknowledged).toHaveLength(60)
    const counts = replica.counts()
    console.log(`${reads} lists while 60 orders were posted:`, counts)
    expect(counts.replica).toBeGreaterThan(0)
    await replica.close()
  })
})

describe('with synchronous commit', () => {
  test('no acknowledged order is lost when the primary fails while orders are posted, and its replica takes over', async () => {
    await commitSynchronously()
    const { acknowledged, done } = postAll(60)
    await expect.poll(() => acknowledged.length, patience).toBeGreaterThanOrEqual(40)
    crash(one)
    expect(await done).not.toEqual([])
    const { kept, shown } = await failOver()
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(shown).toBeGreaterThanOrEqual(40)
  })

  test('an order is not acknowledged while the replica is cut off, and is when it is back', async () => {
    await commitSynchronously()
    const [trader] = market.traders
    if (trader === undefined) throw new Error('There is no trader.')
    const [token = ''] = await market.tokens(trader, 1)
    await cutOff()
    let acknowledged = false
    const posted = market.list(trader, [token]).then(() => {
      acknowledged = true
    })
    const waits = async () =>
      (await query(primary.url, "select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length
    await expect.poll(waits, patience).toBeGreaterThan(0)
    expect(acknowledged).toBe(false)
    await set(standby, 'primary_conninfo', connection())
    await posted
  })
})

test('with asynchronous commit, what was acknowledged after the replica was cut off is lost, and nothing else', async () => {
  const early = postAll(5)
  expect(await early.done).toEqual([])
  const [position] = await query(primary.url, 'select pg_current_wal_lsn()::text as at')
  const received = async () =>
    (await query(standby.url, `select pg_last_wal_receive_lsn() >= '${position?.at}' as all`))[0]?.all
  await expect.poll(received, patience).toBe(true)
  await cutOff()
  const late = postAll(5)
  expect(await late.done).toEqual([])
  crash(one)
  const { kept } = await failOver()
  expect(early.acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(late.acknowledged).toHaveLength(20)
  expect(late.acknowledged.filter((id) => kept.has(id))).toEqual([])
})
