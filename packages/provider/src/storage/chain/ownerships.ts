import { type SQL, sql } from 'drizzle-orm'
import { zeroAddress } from 'viem'
import { constantChain, type Preparing, type Queries, records } from '../connection/database.ts'
import { addOwners, countOwners, moveOwners } from './collectionCounts.ts'
import { transfersOf } from './facts.ts'

const ends = sql`from transfers t cross join lateral (values (t.to_address), (t.from_address)) as m (owner)`

/** Whether the tokens of transfers `t` have one unit each, and so one owner. */
const isSingle = (chainId: number): SQL => sql`exists (
  select 1 from collections c where c.chain_id = ${constantChain(chainId)} and c.contract = t.contract and c.kind = 'erc721')`

/**
 * What transfers change of holdings, each with its place, what it was and what it will be. Tokens may begin, and move,
 * without an event. The owner of a single one is whoever got it last. An account never has fewer than zero units: what
 * it gives beyond what it was seen to receive was there before. Both follow from the order of the transfers alone, so
 * that they may be added one by one or all at once.
 * @param transfers a relation with the columns of `transfers`; those that were added already are older.
 */
const changes = (chainId: number, transfers: SQL): SQL => sql`
  with newest as (
    select distinct on (t.contract, t.token_id) t.contract, t.token_id, t.to_address as owner, t.timestamp as at
    from ${transfers} t where ${isSingle(chainId)}
    order by t.contract, t.token_id, t.block desc, t.log_index desc, t.batch_index desc
  ), steps as (
    select t.contract, t.token_id, m.owner, m.amount, m.at, sum(m.amount) over (
      partition by t.contract, t.token_id, m.owner order by t.block, t.log_index, t.batch_index, m.turn) as running
    from ${transfers} t cross join lateral (values
      (t.from_address, -t.amount, 0::bigint, 0),
      (t.to_address, t.amount, case when t.amount > 0 then t.timestamp else 0 end, 1)) as m (owner, amount, at, turn)
    where m.owner <> ${zeroAddress} and not ${isSingle(chainId)}
  ), moved as (
    select contract, token_id, owner, sum(amount) as amount, min(running) as lowest, max(at) as at
    from steps group by contract, token_id, owner
  )
  select n.contract, n.token_id, n.owner, n.at, w.place, coalesce(w.amount, 0) as before, 1::numeric as after
  from newest n left join lateral (
    select o.ctid as place, o.amount from ownerships o
    where o.chain_id = ${constantChain(chainId)} and o.contract = n.contract and o.token_id = n.token_id and o.owner = n.owner
    offset 0) w on true
  where n.owner <> ${zeroAddress}
  union all
  select n.contract, n.token_id, w.owner, 0, w.place, w.amount, 0
  from newest n cross join lateral (
    select o.ctid as place, o.owner, o.amount from ownerships o
    where o.chain_id = ${constantChain(chainId)} and o.contract = n.contract and o.token_id = n.token_id and o.owner <> n.owner
    offset 0) w
  union all
  select m.contract, m.token_id, m.owner, m.at, w.place, coalesce(w.amount, 0),
    coalesce(w.amount, 0) + m.amount - least(coalesce(w.amount, 0) + m.lowest, 0)
  from moved m left join lateral (
    select o.ctid as place, o.amount from ownerships o
    where o.chain_id = ${constantChain(chainId)} and o.contract = m.contract and o.token_id = m.token_id and o.owner = m.owner
    offset 0) w on true`

/** Inserts what all transfers of tokens leave with each account, of whose holdings none is stored. */
const insertHoldings = (chainId: number, transfers: SQL): SQL => sql`
  insert into ownerships (chain_id, contract, token_id, owner, amount, acquired_at)
  select ${constantChain(chainId)}::bigint, contract, token_id, owner, after, at from (${changes(chainId, transfers)}) n where after > 0`

/**
 * The statements that write the {@link changes} in `net`.
 * @param table `ownerships`, whose triggers count holders, or the partition of the chain, which has none.
 */
const writes = (chainId: number, table: string): readonly SQL[] => {
  const name = sql.identifier(table)
  // Each holding is looked up once and found again by its place, whatever the planner estimates of the table's size.
  const placed = (which: SQL): SQL =>
    sql`w.ctid = any(array(select place from net where place is not null and ${which}))`
  return [
    sql`delete from ${name} w where w.chain_id = ${constantChain(chainId)} and ${placed(sql`after = 0`)}`,
    sql`update ${name} w set amount = n.after, acquired_at = greatest(w.acquired_at, n.at) from net n
      where w.chain_id = ${constantChain(chainId)} and ${placed(sql`after > 0`)} and w.ctid = n.place`,
    sql`insert into ${name} (chain_id, contract, token_id, owner, amount, acquired_at)
      select ${constantChain(chainId)}::bigint, contract, token_id, owner, after, at from net where place is null and after > 0
      order by contract, token_id`,
  ]
}

/** What each account's units of each contract change by. */
const sums = sql`select contract, owner, sum(after - before) as change from net group by contract, owner`

/** Adds the transfers of blocks to the holdings. The caller makes sure that it is called once per block. */
export async function moveOwnerships(
  tx: Preparing,
  chainId: number,
  blockHashes: readonly string[],
): Promise<void> {
  const move = (): SQL => {
    const [gone, kept, added] = writes(chainId, 'ownerships')
    return sql`
      with net as materialized (${changes(chainId, transfersOf(chainId))}),
        gone as (${gone}), kept as (${kept}), added as (${added})
      ${moveOwners(chainId, sums)}`
  }
  await tx.prepared(`move ownerships|${chainId}`, move, { blocks: blockHashes })
}

/**
 * Adds very many transfers to the holdings, as {@link moveOwnerships} does, and counts holders once for all of them.
 * @param transfers a relation with the columns of `transfers`.
 */
export async function moveStretch(tx: Queries, chainId: number, transfers: SQL): Promise<void> {
  await tx.rows(sql`create temporary table net on commit drop as ${changes(chainId, transfers)}`)
  await tx.rows(moveOwners(chainId, sums))
  for (const write of writes(chainId, `ownerships_${chainId}`)) await tx.rows(write)
  await tx.rows(sql`
    insert into holders as h (chain_id, contract, owner, tokens)
    select ${chainId}::bigint, contract, owner, change from (${sums}) s where change <> 0 order by contract, owner
    on conflict (chain_id, contract, owner) do update set tokens = h.tokens + excluded.tokens`)
  await tx.rows(sql`
    delete from holders h where h.chain_id = ${chainId} and h.ctid = any(array(
      select w.place from (select distinct contract, owner from net where after < before) n cross join lateral (
        select e.ctid as place from holders e where e.chain_id = ${chainId}
          and e.contract = n.contract and e.owner = n.owner and e.tokens <= 0 offset 0) w))`)
  await tx.rows(sql`drop table net`)
}

/** The holders of a collection's tokens, derived from all its transfers after its history was read. */
export async function rebuildCollection(tx: Queries, chainId: number, contract: string): Promise<void> {
  await tx.rows(sql`delete from ownerships w where w.chain_id = ${chainId} and w.contract = ${contract}`)
  await tx.rows(
    insertHoldings(
      chainId,
      sql`(select * from transfers f where f.chain_id = ${chainId} and f.contract = ${contract})`,
    ),
  )
  await countOwners(tx, chainId, contract)
}

/** The holders of these tokens, derived from all their transfers after a reorg reverted some. */
export async function rebuildOwnerships(
  tx: Queries,
  chainId: number,
  tokens: readonly { readonly contract: string; readonly tokenId: string }[],
): Promise<void> {
  if (tokens.length === 0) return
  const keys = sql`(
    select distinct k.contract, k."tokenId" as token_id
    from jsonb_to_recordset(${records(tokens)}) as k (contract text, "tokenId" numeric))`
  const accounts = await tx.rows(sql`
    select w.contract, w.owner from ownerships w join ${keys} k on w.contract = k.contract and w.token_id = k.token_id
    where w.chain_id = ${chainId} and w.amount > 0
    union
    select t.contract, m.owner ${ends} join ${keys} k on t.contract = k.contract and t.token_id = k.token_id
    where t.chain_id = ${chainId}`)
  const pairs = sql`
    select p.contract, p.owner from jsonb_to_recordset(${records(accounts)}) as p (contract text, owner text)`
  await tx.rows(addOwners(chainId, -1, pairs))
  await tx.rows(sql`
    delete from ownerships w using ${keys} k
    where w.chain_id = ${chainId} and w.contract = k.contract and w.token_id = k.token_id`)
  await tx.rows(
    insertHoldings(
      chainId,
      sql`(select f.* from transfers f join ${keys} k on f.contract = k.contract and f.token_id = k.token_id
        where f.chain_id = ${chainId})`,
    ),
  )
  await tx.rows(addOwners(chainId, 1, pairs))
}
