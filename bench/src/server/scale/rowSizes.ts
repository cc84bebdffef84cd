import type pg from 'pg'
import { withClient } from '../withClient.ts'

/** What one row of a kind takes on disk, in bytes. */
export type RowSize = { readonly what: string; readonly table: number; readonly indexes: number }

/** Rows that belong together, and the table of which there is one row for each. */
const kinds = [
  { what: 'an open order', tables: ['orders'] },
  { what: 'a token, with six attributes', tables: ['tokens', 'token_attributes'] },
  { what: 'an owner of a token', tables: ['ownerships', 'holders'] },
  { what: 'a transfer', tables: ['transfers'] },
  { what: 'a sale', tables: ['fills'] },
  { what: 'an event, kept for two days', tables: ['outbox'] },
] as const

/** Copies the rows of a chain to another one in any order, with all indexes in place. */
async function copyRows(client: pg.Client, table: string, from: number, to: number): Promise<void> {
  const { rows } = await client.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'chain_id'`,
    [table],
  )
  const list = rows[0]?.list
  await client.query(
    `insert into ${table} (chain_id, ${list}) select ${to}, ${list} from ${table} where chain_id = ${from} order by random()`,
  )
}

/** Gives every token of a chain six attributes, and the outbox an event for each transfer. */
async function addDetails(client: pg.Client, chainId: number): Promise<void> {
  const attribute = (key: number) =>
    `jsonb_build_object('key', 'Trait ${key}', 'value', 'Value ' || mod(token_id::bigint * ${key + 7}, 40))`
  const all = Array.from({ length: 6 }, (_, key) => attribute(key)).join(', ')
  await client.query(`update tokens set attributes = jsonb_build_array(${all}) where chain_id = ${chainId}`)
  await client.query(`
    insert into token_attributes (chain_id, contract, token_id, key, value)
    select chain_id, contract, token_id, a.value ->> 'key', a.value ->> 'value'
    from tokens, jsonb_array_elements(attributes) a where chain_id = ${chainId}`)
  await client.query(`
    insert into outbox (chain_id, kind, payload)
    select chain_id, 'transfer', jsonb_build_object('contract', contract, 'tokenId', token_id::text, 'from', from_address,
      'to', to_address, 'amount', amount::text, 'txHash', tx_hash, 'logIndex', log_index, 'block', block,
      'timestamp', timestamp)
    from transfers where chain_id = ${chainId}`)
}

/** Measures the rows of a filled chain after a copy into another chain, which takes them in any order. */
export function measureRows(
  databaseUrl: string,
  { large, grown }: { readonly large: number; readonly grown: number },
): Promise<readonly RowSize[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query('set synchronous_commit = off')
    await addDetails(client, large)
    const { rows: empty } = await client.query<{ body: string; indexes: string }>(
      `select sum(pg_table_size(inhrelid)) as body, sum(pg_indexes_size(inhrelid)) as indexes from pg_inherits
       where inhrelid::regclass::text like '%\\_${grown}'`,
    )
    const chain = { table: Number(empty[0]?.body), indexes: Number(empty[0]?.indexes) }
    const sizes: RowSize[] = [{ what: 'a chain without rows', ...chain }]
    for (const { what, tables } of kinds) {
      let count = 0
      const sum = { table: 0, indexes: 0 }
      for (const table of tables) {
        await client.query(`alter table ${table} disable trigger user`)
        await copyRows(client, table, large, grown)
        await client.query(`vacuum analyze ${table}_${grown}`)
        const { rows } = await client.query<{ count: string; body: string; indexes: string }>(
          `select (select count(*) from ${table}_${grown}) as count, pg_table_size($1) as body, pg_indexes_size($1) as indexes`,
          [`${table}_${grown}`],
        )
        await client.query(`alter table ${table} enable trigger user`)
        // Holders and attributes are counted with the rows that they belong to.
        count ||= Number(rows[0]?.count)
        sum.table += Number(rows[0]?.body)
        sum.indexes += Number(rows[0]?.indexes)
      }
      sizes.push({ what, table: sum.table / count, indexes: sum.indexes / count })
    }
    return sizes
  })
}
