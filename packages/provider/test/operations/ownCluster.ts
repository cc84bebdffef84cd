import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../src/storage/connection/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/storage/connection/startEmbeddedPostgres.ts'
import { templateDatabase } from '../support/testDatabase.ts'

/** Runs one statement. */
export async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  // A server that is ended while it answers is told by the query.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Adds settings to a cluster that does not run. */
export const addSettings = (home: string, settings: string): void =>
  appendFileSync(join(home, 'data', 'postgresql.auto.conf'), `\n${settings}\n`)

/** Makes a cluster from whose template every test takes its database, as from that of a whole run; it does not run. */
export async function makeCluster(home: string): Promise<void> {
  const cluster = await startEmbeddedPostgres(home)
  await query(cluster.url, `create database ${templateDatabase}`)
  await (await openDatabase(urlOf(cluster, templateDatabase), [31_337])).close()
  await cluster.stop()
}

/** The address of one of a cluster's databases. */
export function urlOf({ url }: EmbeddedPostgres, database: string): string {
  const found = new URL(url)
  found.pathname = `/${database}`
  return found.href
}

/** Copies a folder with its owners. */
export const copyFolder = (from: string, to: string): void => {
  execFileSync('cp', ['-a', from, to])
}

/** Ends a server as a failing machine does: nothing is written any more. */
export function crash(home: string): void {
  const [pid] = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGQUIT')
}
