import { zeroAddress } from 'viem'
import { type Queries, records, sql, texts } from '../connection/database.ts'
import { addOwners, countOwners } from './collectionCounts.ts'

/** Both ends of transfers `t`: what an account received, and what it gave. */
const moves = sql`
  (t.to_address, t.amount, t.timestamp), (t.from_address, -t.amount, 0)`

const ends = sql`from transfers t cross join lateral (values (t.to_address), (t.from_address)) as m (owner)`

/** Adds the transfers of blocks to the holdings. The caller makes sure that it is called once per block. */
export async function moveOwnerships(
  tx: Queries,
  chainId: number,
  blockHashes: readonly string[],
): Promise<void> {
  const moved = sql`t.chain_id = ${chainId} and t.block_hash = any(${texts(blockHashes)})`
  const touched = await tx.rows(sql`
    with moved as (
      select t.contract, t.token_id, m.owner, sum(m.amount) as amount, max(m.at) as at
      from transfers t cross join lateral (values ${moves}) as m (owner, amount, at)
      where ${moved} and m.owner <> ${zeroAddress}
      group by t.contract, t.token_id, m.owner
    ), counted as (${addOwners(chainId, -1, sql`select distinct contract, owner from moved`)})
    insert into ownerships as w (chain_id, contract, token_id, owner, amount, acquired_at)
    select ${chainId}::bigint, contract, token_id, owner, amount, at from moved
    on conflict (chain_id, contract, token_id, owner) do update
      set amount = w.amount + excluded.amount, acquired_at = greatest(w.acquired_at, excluded.acquired_at)
    returning 1`)
  // Only who gave something can be left with nothing. All four columns of the key are compared for equality: a choice of
  // two owners would read everything that they hold, for each transfer.
  if (touched.length > 0)
    await tx.rows(sql`
      with gone as (
        delete from ownerships w using transfers t
        where ${moved} and t.from_address <> ${zeroAddress} and w.chain_id = ${chainId} and w.amount <= 0
          and w.contract = t.contract and w.token_id = t.token_id and w.owner = t.from_address)
      ${addOwners(chainId, 1, sql`select distinct t.contract, m.owner ${ends} where ${moved}`)}`)
}

/** The holders of a collection's tokens, derived from all its transfers after its history was read. */
export async function rebuildCollection(tx: Queries, chainId: number, contract: string): Promise<void> {
  await tx.rows(sql`delete from ownerships w where w.chain_id = ${chainId} and w.contract = ${contract}`)
  await tx.rows(sql`
    insert into ownerships (chain_id, contract, token_id, owner, amount, acquired_at)
    select ${chainId}::bigint, t.contract, t.token_id, m.owner, sum(m.amount), max(m.at)
    from transfers t cross join lateral (values ${moves}) as m (owner, amount, at)
    where t.chain_id = ${chainId} and t.contract = ${contract} and m.owner <> ${zeroAddress}
    group by t.contract, t.token_id, m.owner having sum(m.amount) > 0`)
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
  await tx.rows(sql`
    insert into ownerships (chain_id, contract, token_id, owner, amount, acquired_at)
    select ${chainId}::bigint, t.contract, t.token_id, m.owner, sum(m.amount), max(m.at)
    from transfers t join ${keys} k on t.contract = k.contract and t.token_id = k.token_id
      cross join lateral (values ${moves}) as m (owner, amount, at)
    where t.chain_id = ${chainId} and m.owner <> ${zeroAddress}
    group by t.contract, t.token_id, m.owner having sum(m.amount) > 0`)
  await tx.rows(addOwners(chainId, 1, pairs))
}
