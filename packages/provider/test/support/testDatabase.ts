import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/storage/connection/startEmbeddedPostgres.ts'

/** A migrated database that others are copied from, in the server of `TEST_DATABASE_URL`. */
export const templateDatabase = 'sluice_template'

export type TestDatabase = { readonly url: string; stop(): Promise<void> }

/** The embedded Postgres as a server by itself, in a folder that goes when it stops. */
export async function startOwnPostgres(
  settings: (folder: string) => readonly string[] = () => [],
  parent = tmpdir(),
): Promise<TestDatabase & { readonly folder: string }> {
  const folder = mkdtempSync(join(parent, 'sluice-tests-'))
  const { url, stop } = await startEmbeddedPostgres(folder, 0, {}, settings(folder))
  return {
    url,
    folder,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A migrated database of its own for a test, or an empty one in the server of `DATABASE_URL`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { DATABASE_URL: external, TEST_DATABASE_URL: shared } = process.env
  if (external || !shared) return emptyDatabase()
  return databaseIn(shared, templateDatabase)
}

/** A database of its own without tables: in an embedded server, or in the one of `DATABASE_URL`. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL || process.env.TEST_DATABASE_URL
  return server ? databaseIn(server) : startOwnPostgres()
}

async function databaseIn(server: string, template = 'template1'): Promise<TestDatabase> {
  const name = `sluice_test_${randomBytes(6).toString('hex')}`
  const command = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await command(`create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => command(`drop database if exists ${name} with (force)`) }
}
