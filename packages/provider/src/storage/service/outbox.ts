import { type SQL, sql } from 'drizzle-orm'
import { chunksOf } from '../connection/chunksOf.ts'
import type { Preparing, Queries } from '../connection/database.ts'
import { manyRows } from '../connection/longWork.ts'
import type { Columns } from '../schema.ts'

/** An event that is pushed to clients: `order`, `sale`, `transfer`, `block`, `reorg`, `cross-post` or `auction`. */
export type OutboxEvent = Columns<'outbox', 'seq' | 'kind' | 'payload'> & { readonly chainId: number }
export type NewEvent = Pick<OutboxEvent, 'kind' | 'payload'>

/** Hours for which events are kept for readers who resume. */
export const eventHours = 48

export const outboxChannel = 'sluice_outbox'

/**
 * Writes events in the transaction of their facts, which notifies listeners when it commits. Call it last: the chain's
 * other writers wait from here to the commit, so that events become visible in the order of their numbers, and a reader
 * who has seen one has missed none before it.
 * @returns the events with their numbers, for the hub of this process once they are committed.
 */
export async function publish(
  tx: Preparing,
  chainId: number,
  events: readonly NewEvent[],
): Promise<readonly OutboxEvent[]> {
  const published: OutboxEvent[] = []
  for (const part of chunksOf(events, manyRows)) published.push(...(await publishPart(tx, chainId, part)))
  return published
}

async function publishPart(
  tx: Preparing,
  chainId: number,
  events: readonly NewEvent[],
): Promise<readonly OutboxEvent[]> {
  const [row] = await tx.prepared<{ seqs: string[] }>(`publish|${chainId}`, () => publishSql(chainId), {
    events: JSON.stringify(events),
  })
  return events.map((event, place) => ({ chainId, seq: row?.seqs[place] ?? '0', ...event }))
}

const publishSql = (chainId: number): SQL => sql`
  with turn as materialized (select pg_advisory_xact_lock(${chainId}, 2)), lines as (
    insert into outbox (chain_id, kind, payload)
    select ${chainId}::bigint, e.value ->> 'kind', e.value -> 'payload'
    from turn, jsonb_array_elements(${sql.placeholder('events')}::jsonb) with ordinality as e (value, place)
    order by e.place
    returning seq
  )
  select array_agg(seq::text order by seq) as seqs,
    pg_notify(${outboxChannel}, ${`${chainId}:`} || min(seq) || ':' || max(seq)) from lines`

/** Events after `seq`, oldest first, at most `limit`. */
export async function readEventsAfter(
  db: Queries,
  chainId: number,
  seq: string,
  limit: number,
): Promise<readonly OutboxEvent[]> {
  const rows = await db.rows<Columns<'outbox', 'seq' | 'kind' | 'payload'>>(
    sql`select seq, kind, payload from outbox where chain_id = ${chainId} and seq > ${seq} order by seq limit ${limit}`,
  )
  return rows.map((row) => ({ chainId, ...row }))
}

/** The number of the newest event; 0 before there is any. */
export async function readLastSeq(db: Queries, chainId: number): Promise<string> {
  const [line] = await db.rows<Columns<'outbox', 'seq'>>(
    sql`select seq from outbox where chain_id = ${chainId} order by seq desc limit 1`,
  )
  return line?.seq ?? '0'
}

/** Whether this event is still stored: a reader who saw it last has missed none that were deleted since. */
export async function hasEvent(db: Queries, chainId: number, seq: string): Promise<boolean> {
  const found = await db.rows(sql`select 1 from outbox where chain_id = ${chainId} and seq = ${seq}`)
  return found.length > 0
}
