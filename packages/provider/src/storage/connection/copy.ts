import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** One table of a copy, as the rows that Postgres itself writes. */
export type CopiedTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: Readable
}

type Column = { table: string; columns: string[] }

/** The provider's own tables, whole: partitions are reached through their parents. */
async function tablesOf(client: pg.Client): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`)
  return rows
}

/** The migrations of a database: a copy can be restored only to one with the same. */
async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select string_agg(hash, ',' order by id) as version from drizzle.__drizzle_migrations`,
  )
  return rows[0]?.version ?? ''
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Reads every table as of one moment, while the provider runs.
 * @param take receives the tables one after the other, and reads each to its end.
 */
export function copyOut(
  url: string,
  begin: (version: string) => Promise<void>,
  take: (table: CopiedTable) => Promise<void>,
): Promise<void> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await begin(await versionOf(client))
    for (const { table, columns } of await tablesOf(client)) {
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const rows = client.query(to(`copy (select ${list} from ${client.escapeIdentifier(table)}) to stdout`))
      await take({ name: table, columns, rows })
    }
    await client.query('commit')
  })
}

/** A copy that cannot be restored: it has other tables, or another version made it. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}

/** Copies rows into a table over a connection that is in a transaction. */
export async function copyLines(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  lines: string,
): Promise<void> {
  // The stream ends before the connection is ready for the next query. A connection that breaks fails that one.
  const ready = once(client, 'drain').catch(() => undefined)
  await pipeline(
    Readable.from([Buffer.from(lines)]),
    client.query(from(`copy ${client.escapeIdentifier(table)} (${columns.join(', ')}) from stdin`)),
  )
  await ready
}

/** Replaces all rows by a copy, or changes nothing. Numbers of new events follow those of the copy. */
export function copyIn(url: string, version: string, tables: AsyncIterable<CopiedTable>): Promise<void> {
  return connected(url, async (client) => {
    if ((await versionOf(client)) !== version)
      throw new CopyError(
        'The backup was made by another version of the provider: restore it with that version.',
      )
    await client.query('begin')
    const known = new Map((await tablesOf(client)).map(({ table, columns }) => [table, columns]))
    // The copy contains what triggers would write.
    const triggers = async (state: 'disable' | 'enable'): Promise<void> => {
      for (const table of known.keys())
        await client.query(`alter table ${client.escapeIdentifier(table)} ${state} trigger user`)
    }
    await triggers('disable')
    for (const table of known.keys()) await client.query(`truncate ${client.escapeIdentifier(table)}`)
    for await (const { name, columns, rows } of tables) {
      const own = known.get(name)
      if (own === undefined || columns.some((column) => !own.includes(column)))
        throw new CopyError(`The backup holds a table "${name}" that this provider does not know.`)
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      await pipeline(rows, client.query(from(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`)))
    }
    await triggers('enable')
    await client.query(`select setval('outbox_seq', greatest((select coalesce(max(seq), 0) from outbox), 1))`)
    await client.query(
      `select setval('cross_posts_id', greatest((select coalesce(max(id), 0) from cross_posts), 1))`,
    )
    await client.query('commit')
  })
}
