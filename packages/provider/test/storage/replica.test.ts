import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProvider } from '../../src/provider.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { followReplica, type Replica } from '../../src/storage/connection/followReplica.ts'
import type { SharedRead } from '../../src/storage/connection/hotQueries.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/storage/connection/startEmbeddedPostgres.ts'
import { publish } from '../../src/storage/service/outbox.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'

const { id: chainId } = silentChain
const patience = { timeout: 20_000 }
let folder: string
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let db: Database
let replica: Replica
let reader: Database

/** A second server that streams everything from the first one, as Postgres itself does it. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-replica-'))
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const first = await startEmbeddedPostgres(one)
  await (await openDatabase(first.url, [chainId])).close()
  await first.stop()
  execFileSync('cp', ['-a', one, two])
  const { port, password, username } = new URL(first.url)
  appendFileSync(
    join(two, 'data', 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
  writeFileSync(join(two, 'data', 'standby.signal'), '')
  primary = await startEmbeddedPostgres(one, Number(port))
  standby = await startEmbeddedPostgres(two)
  db = await openDatabase(primary.url, [chainId])
  replica = followReplica(standby.url, db, pino({ level: 'silent' }))
  reader = replica.readerOf(chainId)
})
afterAll(async () => {
  await replica?.close()
  await db?.close()
  await standby?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readsReplica = async (): Promise<boolean> => {
  const [row] = await reader.rows<{ follows: boolean }>(sql`select pg_is_in_recovery() as follows`)
  return row?.follows === true
}
/** Commits an event as another process does: nobody tells the reader of it. */
const commit = async (): Promise<string> => {
  const [event] = await db.transaction((tx) => publish(tx, chainId, [{ kind: 'block', payload: {} }]))
  return event?.seq ?? ''
}
const newest = async (): Promise<string | undefined> => {
  const [row] = await reader.rows<{ seq: string }>(sql`select max(seq) as seq from outbox`)
  return row?.seq
}
const onStandby = async (text: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: standby.url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

test('default: an up-to-date replica answers, with everything that any process has committed', async () => {
  await expect.poll(readsReplica, patience).toBe(true)
  for (let turn = 0; turn < 10; turn += 1) {
    const seq = await commit()
    expect(await newest()).toBe(seq)
  }
  await expect.poll(readsReplica, patience).toBe(true)
  expect(await newest()).toBe(
    await db.rows(sql`select max(seq) as seq from outbox`).then(([row]) => row?.seq),
  )
})

test('concurrent reads share one query of the primary, and each returns what was committed before it', async () => {
  await expect.poll(readsReplica, patience).toBe(true)
  for (let turn = 0; turn < 5; turn += 1) {
    const early = Array.from({ length: 20 }, newest)
    const seq = await commit()
    const late = await Promise.all(Array.from({ length: 20 }, newest))
    expect(new Set(late)).toEqual(new Set([seq]))
    await Promise.all(early)
  }
})

test('concurrent reads of the same list each return their own rows, and an invalid one fails alone', async () => {
  await expect.poll(readsReplica, patience).toBe(true)
  const read = (number: string): SharedRead => ({
    shape: 'follows',
    build: (value) => sql`select ${value('number')}::int as number, pg_is_in_recovery()`,
    types: { number: 'text' },
    values: { number },
  })
  const numbers = Array.from({ length: 100 }, (_, place) => String(place))
  const answers = await Promise.all(numbers.map((number) => reader.shared(read(number))))
  expect(answers.map(([row]) => row?.slice(0, 2))).toEqual(numbers.map((number) => [number, 't']))
  const asked = [...numbers, 'none'].map((one) => reader.shared(read(one)))
  const settled = await Promise.allSettled(asked)
  expect(settled.pop()).toMatchObject({ status: 'rejected', reason: { code: '22P02' } })
  for (const [place, one] of settled.entries())
    expect(one).toMatchObject({ value: [expect.arrayContaining([numbers[place]])] })
})

test('writes go to the primary', async () => {
  await reader.transaction((tx) => publish(tx, chainId, [{ kind: 'block', payload: {} }]))
  await expect(onStandby('delete from outbox')).rejects.toThrow(/read-only/)
})

test('a replica that lags is not read until it has caught up', async () => {
  await expect.poll(readsReplica, patience).toBe(true)
  await onStandby('select pg_wal_replay_pause()')
  const seq = await commit()
  expect(await readsReplica()).toBe(false)
  expect(await newest()).toBe(seq)
  await onStandby('select pg_wal_replay_resume()')
  await expect.poll(readsReplica, patience).toBe(true)
  expect(await newest()).toBe(seq)
})

test('a provider reads its lists from the replica', async () => {
  const config = { ...settingsFor([silentChain], primary.url), readDatabaseUrl: standby.url }
  const provider = await createProvider(config, pino({ level: 'silent' }))
  const lists =
    "select 1 from pg_stat_activity where query like '%from orders o%' and pid <> pg_backend_pid()"
  await expect
    .poll(async () => {
      const { status } = await fetch(`${provider.url}/local/orders/asks/v5`)
      expect(status).toBe(200)
      return (await onStandby(lists)).rowCount
    }, patience)
    .toBeGreaterThan(0)
  await provider.stop()
})

test('a replica that cannot be reached fails no request', async () => {
  await expect.poll(readsReplica, patience).toBe(true)
  await standby.stop()
  expect(await readsReplica()).toBe(false)
  const seq = await commit()
  expect(await newest()).toBe(seq)
})
