import { sql } from 'drizzle-orm'
import type { Queries } from '../connection/database.ts'

/** The work that waits in the tables of one chain. */
export type Backlog = {
  /** Collections whose history is being read, and the blocks of it that are left. */
  readonly fillingCollections: number
  readonly fillingBlocks: number
  /** The number of the newest event. */
  readonly lastEvent: number
  /** Webhooks, those of them whose last call failed, and the events that the slowest one has not received. */
  readonly webhooks: number
  readonly failingWebhooks: number
  readonly webhookEvents: number
  /** Seconds for which the oldest event has waited for a webhook. */
  readonly webhookSeconds: number
  /** Events that a webhook did not accept in any attempt. */
  readonly deadLetters: number
  /** Orders that are to be sent to other order books, and seconds for which the oldest one has waited. */
  readonly crossPosts: number
  readonly crossPostSeconds: number
  /** Tokens whose metadata was never read, and whose next attempt is due. */
  readonly newMetadata: number
  readonly retriedMetadata: number
  /** Collections whose stats are refreshed next. */
  readonly staleStats: number
  /** Balances, allowances and counters of makers that are read at the next block. */
  readonly unsettledReadings: number
  /** Readings of other order books that are in progress. */
  readonly bookReadings: number
}

/** Rows above this number are not counted: a scrape must stay cheap when much waits. */
const maxCounted = 100_000

/** Reads the backlog of one chain, from indexes alone. */
export async function readBacklog(db: Queries, chainId: number): Promise<Backlog> {
  const [row] = await db.rows<{ [K in keyof Backlog]: string }>(sql`
    with filling as (
      select count(*) as collections, coalesce(sum(fill_end - fill_next + 1), 0) as blocks
      from collections where chain_id = ${chainId} and state = 'filling'
    ), hooks as (
      select count(*) as count, count(*) filter (where failures > 0) as failing, min(seq) as seq
      from webhooks where chain_id = ${chainId}
    ), posts as (
      select count(*) as count, extract(epoch from now() - min(created_at)) as seconds
      from cross_posts where chain_id = ${chainId} and status = 'pending'
    )
    select filling.collections as "fillingCollections", filling.blocks as "fillingBlocks",
      coalesce((select max(seq) from outbox where chain_id = ${chainId}), 0) as "lastEvent",
      hooks.count as "webhooks", hooks.failing as "failingWebhooks",
      (select count(*) from (
        select 1 from outbox o where o.chain_id = ${chainId} and o.seq > hooks.seq limit ${maxCounted}) one) as "webhookEvents",
      coalesce((select extract(epoch from now() - o.created_at) from outbox o
        where o.chain_id = ${chainId} and o.seq > hooks.seq order by o.seq limit 1), 0) as "webhookSeconds",
      (select count(*) from (
        select 1 from dead_letters where chain_id = ${chainId} limit ${maxCounted}) one) as "deadLetters",
      posts.count as "crossPosts", coalesce(posts.seconds, 0) as "crossPostSeconds",
      (select count(*) from (select 1 from tokens
        where chain_id = ${chainId} and metadata_state = 'new' limit ${maxCounted}) one) as "newMetadata",
      (select count(*) from (select 1 from tokens
        where chain_id = ${chainId} and metadata_state = 'failed' and metadata_due <= now()
        limit ${maxCounted}) one) as "retriedMetadata",
      (select count(*) from (
        select 1 from stale_collections where chain_id = ${chainId} limit ${maxCounted}) one) as "staleStats",
      (select count(*) from (select 1 from purses where chain_id = ${chainId} and not settled limit ${maxCounted}) one)
        + (select count(*) from (select 1 from counter_readings
          where chain_id = ${chainId} and not settled limit ${maxCounted}) one) as "unsettledReadings",
      (select count(*) from book_readings where chain_id = ${chainId}) as "bookReadings"
    from filling, hooks, posts`)
  if (row === undefined) throw new Error('The backlog was not returned.')
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Backlog
}

/** The database as a whole. */
export type DatabaseState = {
  readonly bytes: number
  /** Segments of the write-ahead log that were archived, and attempts that failed, since its statistics began. */
  readonly archived: number
  readonly archiveFailures: number
}

export async function readDatabaseState(db: Queries): Promise<DatabaseState> {
  const [row] = await db.rows<{ bytes: string; archived: string; failures: string }>(sql`
    select pg_database_size(current_database()) as bytes, archived_count as archived, failed_count as failures
    from pg_stat_archiver`)
  if (row === undefined) throw new Error('The state of the database was not returned.')
  return { bytes: Number(row.bytes), archived: Number(row.archived), archiveFailures: Number(row.failures) }
}
