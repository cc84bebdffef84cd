import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { makeLibraryLinks } from '../../src/storage/connection/makeLibraryLinks.ts'
import { startEmbeddedPostgres } from '../../src/storage/connection/startEmbeddedPostgres.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-embedded-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A listener, and the first sentence that it is told. */
const listener = (): { readonly say: (sentence: string) => void; readonly first: Promise<string> } => {
  let say: (sentence: string) => void = () => {}
  const first = new Promise<string>((done) => {
    say = done
  })
  return { say, first }
}

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

describe('a server whose disk is slow', () => {
  // Longer than a start takes on a busy machine; what is said after it shows that the wait went beyond it.
  const silenceTimeout = 5000
  const sayAfter = 7000
  /** Freezes the process of a server that writes its checkpoints, as a disk that stands still does. */
  const freezeCheckpoints = async (url: string): Promise<() => void> => {
    const [row] = await ask(url, "select pid from pg_stat_activity where backend_type = 'checkpointer'")
    const { pid } = row as { pid: number }
    process.kill(pid, 'SIGSTOP')
    return () => void process.kill(pid, 'SIGCONT')
  }

  test('is waited for at a stop and at the next start for as long as it works, and the operator is told', async () => {
    const told = { stop: listener(), start: listener() }
    const first = await startEmbeddedPostgres(folder, 0, { silenceTimeout, sayAfter, say: told.stop.say })
    await ask(first.url, "create table slow as select 'kept' as answer")
    const thaw = await freezeCheckpoints(first.url)
    first.startCheckpoint()
    const stopped = first.stop()
    expect(await told.stop.first).toMatch(/writing its data to disk/)
    const second = startEmbeddedPostgres(folder, 0, { silenceTimeout, sayAfter, say: told.start.say })
    expect(await told.start.first).toMatch(/still stopping or starting/)
    thaw()
    await stopped
    const { url, stop } = await second
    expect(await ask(url, 'select answer from slow')).toEqual([{ answer: 'kept' }])
    await stop()
  })

  test('is given up when it shows no sign of work', async () => {
    const server = await startEmbeddedPostgres(folder, 0, { silenceTimeout })
    const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGSTOP')
    await expect(server.stop()).rejects.toThrow('The embedded Postgres did not stop.')
    process.kill(pid, 'SIGCONT')
    const next = await startEmbeddedPostgres(folder)
    await next.stop()
  })
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
