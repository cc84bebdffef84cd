import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, sql } from '../src/storage/connection/database.ts'
import { startEmbeddedPostgres } from '../src/storage/connection/embedded.ts'
import { makeLibraryLinks } from '../src/storage/connection/libraryLinks.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-embedded-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ask = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

test('data is still there after the server was stopped and started', async () => {
  const first = await startEmbeddedPostgres(folder)
  await ask(first.url, "create table kept as select 'yes' as answer")
  await first.stop()
  const second = await startEmbeddedPostgres(folder)
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 'yes' }])
  await second.stop()
})

test('two providers cannot use the same folder', async () => {
  const first = await startEmbeddedPostgres(folder)
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/Another provider uses/)
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('a stale pid file does not prevent the start', async () => {
  const first = await startEmbeddedPostgres(folder)
  const file = join(folder, 'data', 'postmaster.pid')
  const left = readFileSync(file, 'utf8')
  await first.stop()
  // Process 1 lives, and is no Postgres.
  writeFileSync(file, ['1', ...left.split('\n').slice(1)].join('\n'))
  const second = await startEmbeddedPostgres(folder)
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 'yes' }])
  await second.stop()
})

test('the tables are created once, however many providers open the database at the same time', async () => {
  const postgres = await startEmbeddedPostgres(folder)
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(postgres.url, [1, 2])))
  for (const db of opened) {
    expect(await db.rows(sql`select count(*)::int as n from orders`)).toEqual([{ n: 0 }])
    await db.close()
  }
  await postgres.stop()
})

test('links that an installation without scripts omitted are created once; a package without a list needs none', async () => {
  const home = join(folder, 'package')
  mkdirSync(join(home, 'native', 'lib'), { recursive: true })
  await makeLibraryLinks(home)
  const link = { source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so.1' }
  writeFileSync(join(home, link.source), 'one')
  writeFileSync(join(home, 'native', 'pg-symlinks.json'), JSON.stringify([link]))
  for (const _ of [1, 2]) await makeLibraryLinks(home)
  expect(readlinkSync(join(home, link.target))).toBe('libone.so.1.2')
  expect(readFileSync(join(home, link.target), 'utf8')).toBe('one')
})
