import { sql } from 'drizzle-orm'
import { constantChain, type Preparing, type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { type OutboxEvent, readLastSeq } from './outbox.ts'

/** A receiver of events, and the number of the last event that it received. */
export type Webhook = Columns<
  'webhooks',
  'id' | 'url' | 'secret' | 'kinds' | 'contracts' | 'seq' | 'failures'
>

const columns = sql`id, url, secret, kinds, contracts, seq, failures`

/** Webhooks whose next call is due. */
export const dueWebhooks = (db: Preparing, chainId: number): Promise<readonly Webhook[]> =>
  db.prepared<Webhook>(
    `due webhooks|${chainId}`,
    () =>
      sql`select ${columns} from webhooks where chain_id = ${constantChain(chainId)} and next_at <= now()`,
    {},
  )

/**
 * The events that a webhook has not received, oldest first, at most `limit`. Dead letters are among them after a retry,
 * whether or not their events are still in the outbox.
 */
export async function readEventsFor(
  db: Queries,
  chainId: number,
  { id, seq }: Webhook,
  limit: number,
): Promise<readonly OutboxEvent[]> {
  const rows = await db.rows<Columns<'outbox', 'seq' | 'kind' | 'payload'>>(sql`
    select distinct on (seq) seq, kind, payload from (
      (select seq, kind, payload from outbox
        where chain_id = ${chainId} and seq > ${seq} order by seq limit ${limit})
      union all
      (select seq, kind, payload from dead_letters
        where chain_id = ${chainId} and webhook_id = ${id} and seq > ${seq} order by seq limit ${limit})) events
    order by seq limit ${limit}`)
  return rows.map((row) => ({ chainId, ...row }))
}

/**
 * Stores that a webhook received everything up to `seq`, also the dead letters on the way.
 * @returns the webhook; `undefined` if it was removed, or set to another event meanwhile.
 */
export async function moveWebhook(
  db: Queries,
  chainId: number,
  { id, seq: before }: Webhook,
  seq: string,
): Promise<Webhook | undefined> {
  const [webhook] = await db.rows<Webhook>(sql`
    with moved as (
      update webhooks set seq = ${seq}, failures = 0, next_at = now(), last_error = null
      where chain_id = ${chainId} and id = ${id} and seq = ${before} returning ${columns}
    ), received as (
      delete from dead_letters where chain_id = ${chainId} and webhook_id in (select id from moved)
        and seq > ${before} and seq <= ${seq}
    )
    select ${columns} from moved`)
  return webhook
}

/** Stores that a webhook did not accept its events, and is called again after so many seconds. */
export async function postponeWebhook(
  db: Queries,
  chainId: number,
  { id }: Webhook,
  reason: string,
  seconds: number,
): Promise<void> {
  await db.rows(sql`
    update webhooks set failures = failures + 1, last_error = ${reason},
      next_at = now() + make_interval(secs => ${seconds})
    where chain_id = ${chainId} and id = ${id}`)
}

/** Stores events that a webhook did not accept in any attempt as dead letters. */
export async function saveDeadLetters(
  db: Queries,
  chainId: number,
  { id }: Webhook,
  events: readonly OutboxEvent[],
  reason: string,
): Promise<void> {
  await db.rows(sql`
    insert into dead_letters (chain_id, webhook_id, seq, kind, payload, reason)
    select ${chainId}::bigint, ${id}, (e.value ->> 'seq')::bigint, e.value ->> 'kind', e.value -> 'payload', ${reason}
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) as e (value) on conflict do nothing`)
}

/** Inserts a webhook, which receives events from now on. */
export async function insertWebhook(
  db: Queries,
  chainId: number,
  webhook: Columns<'webhooks', 'id' | 'url' | 'secret' | 'kinds'> & { readonly contracts: readonly string[] },
): Promise<void> {
  const { id, url, secret, kinds, contracts } = webhook
  await db.rows(sql`
    insert into webhooks (chain_id, id, url, secret, kinds, contracts, seq)
    values (${chainId}, ${id}, ${url}, ${secret}, ${texts(kinds)}, ${texts(contracts)},
      ${await readLastSeq(db, chainId)})`)
}

/** A webhook as its operator sees it; `dead` counts its dead letters. */
export type WebhookLine = Columns<'webhooks', 'id' | 'url' | 'kinds' | 'failures'> & {
  readonly chainId: number
  readonly lastError: string | null
  readonly dead: number
}

export async function listWebhooks(db: Queries, chainId: number): Promise<readonly WebhookLine[]> {
  const rows = await db.rows<Omit<WebhookLine, 'chainId'>>(sql`
    select w.id, w.url, w.kinds, w.failures, w.last_error as "lastError", (select count(*)::int from dead_letters d
      where d.chain_id = w.chain_id and d.webhook_id = w.id) as dead
    from webhooks w where w.chain_id = ${chainId} order by w.created_at`)
  return rows.map((row) => ({ chainId, ...row }))
}

export async function removeWebhook(db: Queries, chainId: number, id: string): Promise<boolean> {
  const gone = await db.rows(
    sql`delete from webhooks where chain_id = ${chainId} and id = ${id} returning id`,
  )
  await db.rows(sql`delete from dead_letters where chain_id = ${chainId} and webhook_id = ${id}`)
  return gone.length > 0
}

/**
 * Sends dead letters again, and all events from the oldest of them on. A dead letter is removed when it is accepted.
 * @returns how many there were.
 */
export async function retryWebhook(db: Queries, chainId: number, id: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`
    with letters as (
      select count(*)::int as count, min(seq) as first from dead_letters
      where chain_id = ${chainId} and webhook_id = ${id}
    )
    update webhooks set seq = least(seq, letters.first - 1), failures = 0, next_at = now()
    from letters where chain_id = ${chainId} and id = ${id} and letters.count > 0
    returning letters.count`)
  return row?.count ?? 0
}
