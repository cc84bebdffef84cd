import { type SQL, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { constantChain, type Preparing, type Queries, records } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { watchedMark } from './watched.ts'

export type Head = { readonly number: number; readonly hash: string; readonly timestamp: number }

/** The newest block whose facts are stored. */
export async function readHead(db: Preparing, chainId: number): Promise<Head | undefined> {
  const [row] = await db.prepared<Columns<'blocks', 'number' | 'hash' | 'timestamp'>>(
    `head|${chainId}`,
    () =>
      sql`select number, hash, timestamp from blocks where chain_id = ${constantChain(chainId)} order by number desc limit 1`,
    {},
  )
  if (row === undefined) return undefined
  return { number: Number(row.number), hash: row.hash, timestamp: Number(row.timestamp) }
}

/**
 * A block as it is stored: its header, the digest of its logs, and whether they are not compared with its receipts any
 * more. The digest of logs that the bloom contradicts is `null`, as is that of logs far below the head.
 */
type NewBlock = {
  readonly head: Head & { readonly parentHash: string }
  readonly logs: { readonly digest: string | null; readonly certain: boolean }
}

/** What was stored when blocks were read: they are written only if it still is. */
export type StoredBefore = {
  /** The mark of the collections whose events were read. */
  readonly watched: string
  /** The hash of the newest stored block; `undefined` before the first. */
  readonly head: string | undefined
}

/**
 * Inserts blocks if the lease, the list of collections and the newest stored block are as expected; that may be one of the
 * blocks as well, where some of them are stored already. Call it while holding the lock of the chain's facts.
 * @returns the numbers of those that were not stored yet.
 */
export async function insertBlocks(
  tx: Preparing,
  chainId: number,
  blocks: readonly NewBlock[],
  expected: StoredBefore & { readonly term: string | undefined },
): Promise<ReadonlySet<number> | 'other-term' | 'other-collections' | 'other-head'> {
  const rows = blocks.map(({ head: { number, hash, parentHash, timestamp }, logs: { digest, certain } }) => ({
    number,
    hash,
    parent_hash: parentHash,
    timestamp,
    logs: digest,
    checked: certain,
  }))
  const heads = blocks.map(({ head }) => head.hash)
  const [row] = await tx.prepared<{
    term: string | null
    watched: string
    linked: boolean
    fresh: string[]
  }>(`insert blocks|${chainId}`, () => insertBlocksSql(chainId), {
    heads,
    rows: JSON.stringify(rows),
    head: expected.head ?? null,
    watched: expected.watched,
    term: expected.term ?? null,
  })
  if (expected.term !== undefined && row?.term !== expected.term) return 'other-term'
  if (row?.watched !== expected.watched) return 'other-collections'
  if (!row.linked) return 'other-head'
  return new Set(row.fresh.map(Number))
}

function insertBlocksSql(chainId: number): SQL {
  const chain = constantChain(chainId)
  const value = sql.placeholder
  return sql`
    with newest as (select hash from blocks where chain_id = ${chain} order by number desc limit 1),
    ground as materialized (
      select (select term from leases where chain_id = ${chain}) as term, ${watchedMark(chainId)} as watched,
        (select hash from newest) is not distinct from ${value('head')}::text
          or exists (select 1 from newest where hash = any(${value('heads')}::text[])) as linked
    ), fresh as (
      insert into blocks (chain_id, number, hash, parent_hash, timestamp, logs, checked)
      select ${chain}::bigint, b.number, b.hash, b.parent_hash, b.timestamp, b.logs, b.checked
      from ground, jsonb_populate_recordset(null::blocks, ${value('rows')}::jsonb) b
      where watched = ${value('watched')} and term is not distinct from coalesce(${value('term')}::bigint, term)
        and linked
      on conflict do nothing returning number
    )
    select term, watched, linked, array(select number::text from fresh) as fresh from ground`
}

/** Whether the facts of this very block are stored, on the chain as it is now. */
export async function isApplied(
  db: Queries,
  chainId: number,
  number: bigint,
  hash: string,
): Promise<boolean> {
  const rows = await db.rows(
    sql`select 1 from blocks where chain_id = ${chainId} and number = ${number.toString()} and hash = ${hash}`,
  )
  return rows.length > 0
}

/** The number of newest blocks whose logs are proven by their receipts. */
const proven = 256

/** A condition on `blocks`: it is one of the newest, and its logs are not proven yet. */
export const unchecked = (chainId: SQL): SQL => sql`chain_id = ${chainId} and not checked
  and number > (select max(number) from blocks where chain_id = ${chainId}) - ${sql.raw(String(proven))}`

/**
 * One of the newest blocks whose logs are not proven yet, with the digest of its logs: every other time one whose logs are
 * doubted, if there is one. A random one, so that one that cannot be proven does not delay the others.
 */
export async function nextUnchecked(
  db: Queries,
  chainId: number,
): Promise<{ readonly number: number; readonly hash: string; readonly logs: string | null } | undefined> {
  const [row] = await db.rows<Columns<'blocks', 'number' | 'hash' | 'logs'>>(sql`
    select number, hash, logs from blocks where ${unchecked(sql`${chainId}`)}
    order by (logs is null and random() < 0.5) desc, random() limit 1`)
  return row === undefined ? undefined : { ...row, number: Number(row.number) }
}

/** The hash of a random block below the newest {@link proven} ones whose logs are doubted: its bloom contradicts them. */
export async function nextDoubted(db: Queries, chainId: number): Promise<string | undefined> {
  const [row] = await db.rows<Columns<'blocks', 'hash'>>(sql`
    select hash from blocks where chain_id = ${chainId} and not checked and logs is null
      and number <= (select max(number) from blocks where chain_id = ${chainId}) - ${sql.raw(String(proven))}
    order by random() limit 1`)
  return row?.hash
}

/** Stores that the logs of a block, by their digest, were compared with its receipts, or cannot be. */
export const markChecked = (
  db: Queries,
  chainId: number,
  { number, hash, logs }: { readonly number: number; readonly hash: string; readonly logs: string | null },
): Promise<unknown> =>
  db.rows(sql`
    update blocks set checked = true
    where chain_id = ${chainId} and number = ${number} and hash = ${hash} and logs is not distinct from ${logs}::text`)

/** Stores the digest of a block's logs that were read again. */
export const saveLogs = (
  tx: Queries,
  chainId: number,
  { number, hash }: { readonly number: number; readonly hash: string },
  { digest, certain }: NewBlock['logs'],
): Promise<unknown> =>
  tx.rows(sql`
    update blocks set checked = ${certain}, logs = ${digest}
    where chain_id = ${chainId} and number = ${number} and hash = ${hash}`)

/** The newest block whose facts are stored, with its parent. */
export async function readNewestBlock(
  db: Preparing,
  chainId: number,
): Promise<(Head & { readonly parentHash: Hex }) | undefined> {
  const [row] = await db.prepared<Columns<'blocks', 'number' | 'hash' | 'parent_hash' | 'timestamp'>>(
    `newest block|${chainId}`,
    () => sql`
      select number, hash, parent_hash, timestamp from blocks
      where chain_id = ${constantChain(chainId)} order by number desc limit 1`,
    {},
  )
  if (row === undefined) return undefined
  const { number, hash, parent_hash: parentHash, timestamp } = row
  return { number: Number(number), hash, parentHash, timestamp: Number(timestamp) }
}

/** The hash of the stored block of this number. */
export async function readBlockHash(db: Queries, chainId: number, number: bigint): Promise<Hex | undefined> {
  const [row] = await db.rows<Columns<'blocks', 'hash'>>(
    sql`select hash from blocks where chain_id = ${chainId} and number = ${number.toString()}`,
  )
  return row?.hash
}

/**
 * Whether the block is part of the chain as it is stored. A block of a range whose logs were all left out has no row
 * of its own until now: it gets one between its neighbors, unless they are of another branch.
 */
export async function isOfChain(
  tx: Queries,
  chainId: number,
  block: Head & { readonly parentHash: string },
): Promise<boolean> {
  const rows = await tx.rows<Columns<'blocks', 'hash'>>(sql`
    with added as (
      insert into blocks (chain_id, number, hash, parent_hash, timestamp)
      select ${chainId}::bigint, ${block.number}::bigint, ${block.hash}, ${block.parentHash}, ${block.timestamp}::bigint
      where ${block.number}::bigint < (select max(number) from blocks where chain_id = ${chainId})
        and not exists (select 1 from blocks where chain_id = ${chainId}
          and (number = ${block.number}::bigint - 1 and hash <> ${block.parentHash}
            or number = ${block.number}::bigint + 1 and parent_hash <> ${block.hash}))
      on conflict do nothing returning hash
    )
    select hash from added
    union all select hash from blocks where chain_id = ${chainId} and number = ${block.number}`)
  return rows[0]?.hash === block.hash
}

/** The number of one of these blocks that is stored with another hash, or beyond the newest stored block. */
export async function readChangedBlock(
  tx: Queries,
  chainId: number,
  blocks: readonly { readonly number: number; readonly hash: string }[],
): Promise<string | undefined> {
  const [changed] = await tx.rows<Columns<'blocks', 'number'>>(sql`
    select k.number from jsonb_to_recordset(${records(blocks)}) as k (number bigint, hash text)
    left join blocks b on b.chain_id = ${chainId} and b.number = k.number
    where b.hash <> k.hash or k.number > (select coalesce(max(number), -1) from blocks where chain_id = ${chainId})
    limit 1`)
  return changed?.number
}

/** Deletes a block that is no longer part of the chain. */
export const deleteBlock = (
  tx: Queries,
  chainId: number,
  { number, hash }: { readonly number: number; readonly hash: string },
): Promise<unknown> =>
  tx.rows(sql`delete from blocks where chain_id = ${chainId} and number = ${number} and hash = ${hash}`)
