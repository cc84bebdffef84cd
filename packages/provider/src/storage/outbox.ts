import { type Queries, sql } from './db.ts'

/** What happened, as pushed to clients. Kinds: `order`, `sale`, `transfer`, `transaction`, `reorg`. */
export type OutboxEvent = {
  readonly chainId: number
  readonly seq: string
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
}

export const outboxChannel = 'sluice_outbox'

/** Writes an event in the same transaction as its fact; listeners hear of it when that commits. */
export async function publish(
  tx: Queries,
  chainId: number,
  kind: OutboxEvent['kind'],
  payload: OutboxEvent['payload'],
): Promise<void> {
  await tx.rows(sql`
    with line as (
      insert into outbox (chain_id, kind, payload) values (${chainId}, ${kind}, ${JSON.stringify(payload)})
      returning chain_id, seq
    )
    select pg_notify(${outboxChannel}, chain_id || ':' || seq) from line`)
}

type Line = { chain_id: string; seq: string; kind: string; payload: Record<string, unknown> }
const eventOf = (line: Line): OutboxEvent => ({
  chainId: Number(line.chain_id),
  seq: line.seq,
  kind: line.kind,
  payload: line.payload,
})

/** One event by its number. */
export async function readEvent(db: Queries, chainId: number, seq: string): Promise<OutboxEvent | undefined> {
  const [line] = await db.rows<Line>(
    sql`select chain_id, seq, kind, payload from outbox where chain_id = ${chainId} and seq = ${seq}`,
  )
  return line === undefined ? undefined : eventOf(line)
}

/** Events after `seq`, oldest first, at most `limit`. */
export async function readEventsAfter(
  db: Queries,
  chainId: number,
  seq: string,
  limit: number,
): Promise<readonly OutboxEvent[]> {
  const lines = await db.rows<Line>(
    sql`select chain_id, seq, kind, payload from outbox where chain_id = ${chainId} and seq > ${seq} order by seq limit ${limit}`,
  )
  return lines.map(eventOf)
}
