import type pg from 'pg'
import { withClient } from './withClient.ts'

/**
 * The size of a book: listings, and a fifth as many offers. Unless the number of makers is given, a maker has 25
 * listings on average: a page of a maker's 20 is as full in a small book as in a large one.
 */
export type BookSize = { readonly listings: number; readonly collections?: number; readonly makers?: number }

const address = (tag: string, number: string) =>
  `'0x' || right(encode(sha256(('${tag}' || ${number})::bytea), 'hex'), 40)`
const zero = `0x${'0'.repeat(40)}`
const zeroWord = `0x${'0'.repeat(64)}`

const item = (kind: number, token: string, id: string, amount: string): string =>
  `'itemType', ${kind}, 'token', ${token}, 'identifierOrCriteria', ${id}, 'startAmount', ${amount}, 'endAmount', ${amount}`

const columns = `chain_id, id, side, kind, maker, contract, token_id, token_kind, token_set_id, currency, gross, unit_price,
  unit_net, quantity, start_time, end_time, counter, conduit, zone, fee_bps, fees, source, components, signature,
  fillability, approval, need, created_at, updated_at`

/** One insert of `count` orders; `g` contains the draws of each. Postgres generates the rows itself, as fast as a copy. */
function ordersSql(
  chainId: number,
  side: 'sell' | 'buy',
  count: number,
  first: number,
  size: Required<BookSize>,
): string {
  const sell = side === 'sell'
  const currency = sell ? `'${zero}'` : `'0x${'ee'.repeat(20)}'`
  const nft = item(2, 'contract', `case when token_id is null then '0' else token_id::text end`, `'1'`)
  const money = (part: string) => item(sell ? 0 : 1, currency, `'0'`, `(${part})::text`)
  const components = `jsonb_build_object('offerer', maker, 'zone', '${zero}',
    'offer', jsonb_build_array(jsonb_build_object(${sell ? nft : money('price')})),
    'consideration', jsonb_build_array(jsonb_build_object(${sell ? money('price - div(price * 75, 1000)') : nft}, 'recipient', maker),
      jsonb_build_object(${money('div(price * 50, 1000)')}, 'recipient', '0x${'44'.repeat(20)}'),
      jsonb_build_object(${money('div(price * 25, 1000)')}, 'recipient', '0x${'33'.repeat(20)}')),
    'orderType', 0, 'startTime', '1600000000', 'endTime', '4000000000', 'zoneHash', '${zeroWord}', 'salt', i::text,
    'conduitKey', '${zeroWord}', 'counter', '0')`
  return `
    insert into orders (${columns})
    select ${chainId}, '0x' || encode(sha256(('${side}' || i)::bytea), 'hex'), '${side}', 'seaport-v1.6', maker, contract,
      token_id, 'erc721',
      case when token_id is null then 'contract:' || contract else 'token:' || contract || ':' || token_id end,
      ${currency}, price, price, price - div(price * 75, 1000), 1, 1600000000, 4000000000, 0, '0x${'cc'.repeat(20)}', '${zero}',
      750, '[{"recipient":"0x${'44'.repeat(20)}","bps":500,"kind":"royalty"},{"recipient":"0x${'33'.repeat(20)}","bps":250,"kind":"marketplace"}]',
      'shop.example', ${components}, '0x' || repeat('ab', 65), 'fillable', 'approved', ${sell ? '0' : 'price'},
      now() - i * interval '1 millisecond', now()
    from (
      select i, ${address('collection', 'c')} as contract, ${address('maker', 'm')} as maker,
        (1e15 + floor(p * 1e6) * 1e12)::numeric(78) as price,
        ${sell ? 'i::numeric' : `case when t < 0.6 then (1 + floor(t * ${size.listings}))::numeric end`} as token_id
      from (
        select i, floor(power(${size.collections}, random()))::int as c, floor(random() * ${size.makers})::int as m,
          random() as p, random() as t from generate_series(${first}, ${first + count - 1}) i
      ) draws
    ) g`
}

/** The tables of a provider that are the book; the others come from the chain that it followed. */
const bookTables = ['orders', 'tokens', 'collections']

/**
 * Deletes the data of the chain that a kept book was used with, since the next chain starts from its beginning.
 * @returns the number of listings in the book.
 */
export function reopenBook(databaseUrl: string, chainId: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'p' and relname <> all($1)`,
      [bookTables],
    )
    if (tables.rows.length === 0) return 0
    await client.query(`truncate ${tables.rows.map(({ name }) => name).join(', ')}`)
    const followed = `select contract from collections where chain_id = $1 and state <> 'idle'`
    await client.query(`delete from tokens where chain_id = $1 and contract in (${followed})`, [chainId])
    await client.query(`delete from collections where chain_id = $1 and state <> 'idle'`, [chainId])
    await markAllStale(client, chainId)
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from orders where chain_id = $1 and side = 'sell'`,
      [chainId],
    )
    return Number(rows[0]?.count ?? 0)
  })
}

/**
 * Fills tables without most of the cost: indexes are rebuilt at the end, and no trigger runs. Primary keys
 * stay.
 */
export async function inBulk(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
     where indrelid = any($1::text[]::regclass[]) and not indisprimary`,
    [tables],
  )
  await client.query('set synchronous_commit = off')
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await fill()
  for (const { text } of indexes) await client.query(text.replace(' ON ONLY ', ' ON '))
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await client.query(`vacuum analyze ${tables.join(', ')}`)
}

/**
 * Fills a provider's empty tables with a book: collections of very different sizes, many makers, every order
 * open.
 */
export async function fillBook(databaseUrl: string, chainId: number, wanted: BookSize): Promise<void> {
  const size = { collections: 10_000, makers: Math.ceil(wanted.listings / 25), ...wanted }
  return withClient(databaseUrl, async (client) => {
    await client.query('select setseed(0.42)')
    await inBulk(client, bookTables, async () => {
      const step = 250_000
      for (let first = 1; first <= size.listings; first += step) {
        const count = Math.min(step, size.listings - first + 1)
        await client.query(ordersSql(chainId, 'sell', count, first, size))
        await client.query(ordersSql(chainId, 'buy', Math.floor(count / 5), first, size))
      }
      await client.query(`
      insert into tokens (chain_id, contract, token_id, name, image, metadata_state)
      select chain_id, contract, token_id, 'Token ' || token_id, 'https://market.example/' || token_id, 'done'
      from orders where chain_id = ${chainId} and side = 'sell' on conflict do nothing`)
      await client.query(`
      insert into collections (chain_id, contract, kind, name, state)
      select ${chainId}, ${address('collection', 'c')}, 'erc721', 'Collection ' || c, 'idle'
      from generate_series(1, ${size.collections}) c on conflict do nothing`)
    })
    await markAllStale(client, chainId)
  })
}

/** Has the provider compute its counts of each collection, since nothing was counted while the tables were filled. */
export const markAllStale = (client: pg.Client, chainId: number): Promise<unknown> =>
  client.query(
    `insert into stale_collections (chain_id, contract)
     select chain_id, contract from collections where chain_id = $1`,
    [chainId],
  )

/** Reads the whole book once, so that the measurement reads from memory, as on a machine that is large enough. */
export function warmBook(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query('set enable_indexscan = off')
    await client.query('set enable_indexonlyscan = off')
    await client.query('select count(components) from orders')
  })
}
