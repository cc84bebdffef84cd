import type pg from 'pg'
import { inBulk, markAllStale } from './book.ts'
import { withClient } from './withClient.ts'

/** The tokens of a book: mints, owners and sales. */
export type FactSize = { readonly tokens: number; readonly sales: number; readonly makers: number }

const address = (tag: string, number: string) =>
  `'0x' || right(encode(sha256(('${tag}' || ${number})::bytea), 'hex'), 40)`
/** In the order of the numbers, so that a primary key is filled in ascending order. */
const hash = (tag: string, number: string) => `'0x${tag}' || lpad(to_hex((${number})::bigint), 62, '0')`
const zero = `0x${'0'.repeat(40)}`
const factTables = [
  ...['tokens', 'ownerships', 'transfers', 'fills', 'collection_counts', 'sale_days'],
  ...['holders', 'mint_days', 'chain_hours'],
]
/** The maximum of rows per statement. */
const step = 250_000

/** Inserts `count` rows in batches; `text` is the statement for the numbers of a batch. */
async function inPieces(client: pg.Client, count: number, text: (series: string) => string): Promise<void> {
  for (let first = 1; first <= count; first += step)
    await client.query(text(`generate_series(${first}, ${Math.min(count, first + step - 1)}) i`))
}

/**
 * Adds tokens to the collections of a filled book until there are `tokens`, an owner of each, a mint of each within the
 * last year, and sales within the last ninety days, half of them in the wrapped coin, in proportion to the sizes of the
 * collections. The provider counts events as it writes them: those counts are added as well.
 */
export function fillFacts(
  databaseUrl: string,
  chainId: number,
  wrapped: string,
  { tokens, sales, makers }: FactSize,
): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await inBulk(client, factTables, async () => {
      await client.query('select setseed(0.24)')
      const [held] = (
        await client.query<{ count: string; collections: string }>(
          `select (select count(*) from tokens where chain_id = $1) as count,
           (select count(*) from collections where chain_id = $1) as collections`,
          [chainId],
        )
      ).rows
      const missing = tokens - Number(held?.count ?? 0)
      const drawn = `floor(power(${held?.collections ?? 1}, random()))::int as c`
      await inPieces(
        client,
        missing,
        (series) => `
        insert into tokens (chain_id, contract, token_id, name, image, metadata_state)
        select ${chainId}, ${address('collection', 'c')}, 1000000000 + i, 'Token ' || (1000000000 + i),
          'https://market.example/' || i, 'done' from (select i, ${drawn} from ${series}) g on conflict do nothing`,
      )
      await client.query(`
        insert into ownerships (chain_id, contract, token_id, owner, amount, acquired_at)
        select chain_id, contract, token_id, ${address('maker', `mod(token_id, ${makers})`)}, 1, 1700000000
        from tokens where chain_id = ${chainId} on conflict do nothing`)
      await client.query(`
        insert into transfers (chain_id, block_hash, log_index, batch_index, block, tx_hash, timestamp, contract, token_id,
          from_address, to_address, amount)
        select w.chain_id, ${hash('aa', 'w.token_id')}, 0, 0, 1, ${hash('aa', 'w.token_id')},
          floor(extract(epoch from now()) - random() * 365 * 86400), w.contract, w.token_id, '${zero}', w.owner, 1
        from ownerships w where w.chain_id = ${chainId} on conflict do nothing`)
      await inPieces(
        client,
        sales,
        (series) => `
        insert into fills (chain_id, block_hash, block, tx_hash, timestamp, log_index, order_id, side, maker, taker, contract,
          token_id, amount, currency, price)
        select ${chainId}, ${hash('bb', 'i')}, 1, ${hash('bb', 'i')},
          floor(extract(epoch from now()) - random() * 90 * 86400), 0, ${hash('cc', 'i')}, 'sell',
          ${address('maker', 'm')}, ${address('maker', 'm + 1')}, ${address('collection', 'c')}, i, 1,
          case when mod(i, 2) = 0 then '${zero}' else '${wrapped}' end, 1e15 + floor(random() * 1e6) * 1e12
        from (select i, ${drawn}, floor(random() * ${makers})::int as m from ${series}) g on conflict do nothing`,
      )
      await client.query(
        `insert into collection_counts (chain_id, contract, tokens, mints, owners)
         select chain_id, contract, count(distinct token_id), count(distinct token_id), count(distinct owner)
         from ownerships where chain_id = $1 group by 1, 2`,
        [chainId],
      )
      await client.query(
        `insert into sale_days (chain_id, contract, currency, day, sales, volume)
         select f.chain_id, f.contract, f.currency, d.day, count(*), sum(f.price)
         from fills f cross join lateral (values (0), ((f.timestamp / 86400)::integer)) as d (day)
         where f.chain_id = $1 group by 1, 2, 3, 4`,
        [chainId],
      )
      await client.query(
        `insert into holders (chain_id, contract, owner, tokens)
         select chain_id, contract, owner, sum(amount) from ownerships where chain_id = $1 group by 1, 2, 3`,
        [chainId],
      )
      await client.query(
        `insert into mint_days (chain_id, contract, day, mints)
         select chain_id, contract, timestamp / 86400, count(*) from transfers where chain_id = $1 group by 1, 2, 3`,
        [chainId],
      )
      await client.query(
        `insert into chain_hours (chain_id, hour, currency, mints)
         select chain_id, timestamp / 3600, '', count(*) from transfers where chain_id = $1 group by 1, 2`,
        [chainId],
      )
      await client.query(
        `insert into chain_hours (chain_id, hour, currency, sales, volume)
         select chain_id, timestamp / 3600, currency, count(*), sum(price) from fills where chain_id = $1 group by 1, 2, 3`,
        [chainId],
      )
    })
    await markAllStale(client, chainId)
    await client.query('vacuum analyze')
  })
}
