import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { startOwnPostgres } from '../support/testDatabase.ts'
import { virtualClock } from './backends.ts'
import { chainId } from './chainId.ts'

/** A server whose databases are worlds: migrated, with the world's clock, and gone when the server stops. */
type WorldServer = { newDatabase(): Promise<string>; stop(): Promise<void> }

const template = 'world'

/** What the server need not do: nothing of a world is kept, and its plans are the same whatever the tables hold. */
const without = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'autovacuum',
  'jit',
  'track_activities',
  'track_counts',
  'update_process_title',
]

/** Connections for each worker: those of all providers of a world. */
const connections = 100

const [memory, room] = ['/dev/shm', 2 * 1024 ** 3]

/** Where the server keeps its files: in memory where that has room, since worlds make and drop files all the time. */
function folderForFiles(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > room ? memory : tmpdir()
}

/** @param workers the number of worlds that are open at the same time. */
export async function startWorldServer(workers: number): Promise<WorldServer> {
  // A socket of the system costs less than one of the network.
  const server = await startOwnPostgres(
    (folder) => [
      ...['-k', folder],
      ...['-c', `max_connections=${workers * connections}`],
      ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
    ],
    folderForFiles(),
  )
  const { username, password, port } = new URL(server.url)
  const urlOf = (name: string): string =>
    `postgres://${username}:${password}@${encodeURIComponent(server.folder)}:${port}/${name}`
  const { Client } = pg
  const run = async (url: string, statements: readonly string[]): Promise<void> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const settingsOf = (name: string): readonly string[] => [
    `alter database ${name} set search_path = public, sim, pg_catalog`,
    `alter database ${name} set sim.now = '0'`,
    `alter database ${name} set plan_cache_mode = force_generic_plan`,
    `alter database ${name} set timezone = 'UTC'`,
  ]
  await run(server.url, [
    ...without.map((setting) => `alter system set ${setting} = off`),
    'select pg_reload_conf()',
    `create database ${template}`,
    ...settingsOf(template),
  ])
  await run(urlOf(template), [virtualClock])
  await (await openDatabase(urlOf(template), [chainId])).close()
  let last = 0
  return {
    newDatabase: async () => {
      last += 1
      const name = `${template}_${last}`
      await run(server.url, [`create database ${name} template ${template}`, ...settingsOf(name)])
      return urlOf(name)
    },
    stop: server.stop,
  }
}
