import type pg from 'pg'
import { hotReads } from '../hotReads.ts'
import { withClient } from '../withClient.ts'

/** Durations with a partition for each chain, and with one table of all chains: milliseconds of each round. */
export type PartitionRow = {
  readonly what: string
  readonly partitioned: readonly number[]
  readonly single: readonly number[]
}

const rounds = 7
/** The orders of all chains in one table. */
const flat = 'orders_of_all_chains'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Runs both in turns, after one turn that is not counted. */
async function inTurns(
  what: string,
  partitioned: () => Promise<number>,
  single: () => Promise<number>,
): Promise<PartitionRow> {
  const pairs: [number, number][] = []
  for (let round = 0; round <= rounds; round += 1) pairs.push([await partitioned(), await single()])
  const counted = pairs.slice(1)
  return { what, partitioned: counted.map(([one]) => one), single: counted.map(([, one]) => one) }
}

/** The names of the tables that a plan reads. */
function tablesOf(plan: unknown): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap(tablesOf)
  if (plan === null || typeof plan !== 'object') return []
  return Object.entries(plan).flatMap(([key, value]) =>
    key === 'Relation Name' ? [String(value)] : tablesOf(value),
  )
}

/** @throws if the plan of a hot read looks at the partition of another chain. */
async function checkPlans(client: pg.Client, chainId: number): Promise<void> {
  for (const { name, sql, values } of hotReads) {
    const draw = { collection: '0x01', maker: '0x01', token: '0x01:1', tokenId: '1' }
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${sql}`, [
      chainId,
      ...values(draw),
    ])
    const read = [...new Set(tablesOf(rows.map((row) => row['QUERY PLAN'])))]
    if (read.join() !== `orders_${chainId}`) throw new Error(`${name} reads ${read.join(', ')}.`)
  }
}

/** Measures work on one chain next to another one in the same database. Drops the large chain at the end. */
export function measurePartitions(
  databaseUrl: string,
  { large, small, grown }: { readonly large: number; readonly small: number; readonly grown: number },
): Promise<readonly PartitionRow[]> {
  return withClient(databaseUrl, async (client) => {
    const query = (text: string) => client.query(text)
    await query('set synchronous_commit = off')
    await query('alter table orders disable trigger user')
    const { rows: columns } = await client.query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
       where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('chain_id', 'id')`,
    )
    const list = columns[0]?.list
    await query(`create table ${flat} (like orders including all)`)
    await query(
      `insert into ${flat} (chain_id, id, ${list}) select chain_id, id, ${list} from orders where chain_id <> ${grown}`,
    )
    await query(`vacuum analyze ${flat}`)
    await checkPlans(client, small)

    let number = 0
    const insert = (table: string) => () => {
      number += 1
      return timed(() =>
        query(`insert into ${table} (chain_id, id, ${list})
          select chain_id, id || '-${number}', ${list} from orders_${small} where id !~ '-' limit 1000`),
      )
    }
    const touch = (table: string) => async () => {
      await query(`update ${table} set updated_at = now() where chain_id = ${small}`)
      return timed(() => query(`vacuum analyze ${table === 'orders' ? `orders_${small}` : table}`))
    }
    const count = (table: string) => () =>
      timed(() => query(`select count(*) from ${table} where chain_id = ${small} and need >= 0`))
    const results = [
      await inTurns('1,000 orders inserted into the small chain', insert('orders'), insert(flat)),
      await inTurns('a pass over all orders of the small chain', count('orders'), count(flat)),
      await inTurns('vacuum and analyze after changes to the small chain', touch('orders'), touch(flat)),
    ]
    const partitioned = await timed(async () => {
      await query(`alter table orders detach partition orders_${large}`)
      await query(`drop table orders_${large}`)
    })
    const single = await timed(async () => {
      await query(`delete from ${flat} where chain_id = ${large}`)
      await query(`vacuum ${flat}`)
    })
    return [
      ...results,
      { what: 'the orders of the large chain dropped', partitioned: [partitioned], single: [single] },
    ]
  })
}
