import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { nextAfter, type Queries, texts } from '../connection/database.ts'
import type { RowOf } from '../schema.ts'
import { componentsJson, componentsOf } from './orders.ts'

/** A signed order that goes to another order book. */
export type NewCrossPost = {
  readonly orderId: Hex
  readonly orderbook: string
  readonly version: SeaportVersion
  readonly components: OrderComponents
  readonly signature: Hex
  /** The poster's key at that book; the provider's own key when absent. */
  readonly apiKey: string | undefined
}
export type CrossPost = {
  readonly id: number
  readonly orderId: Hex
  readonly orderbook: string
  readonly status: RowOf<'cross_posts'>['status']
  /** Why it failed, or why it is tried again. */
  readonly reason: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
/** One that is due, with the number of its attempt. */
export type DuePost = NewCrossPost & { readonly id: number; readonly attempts: number }

type CrossPostRow = RowOf<'cross_posts'>
const crossPostOf = (row: CrossPostRow): CrossPost => ({
  id: Number(row.id),
  orderId: row.order_id,
  orderbook: row.orderbook,
  status: row.status,
  reason: row.reason,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
})

/** Stores an order to be posted. A repeated post changes nothing, and one that failed is tried again. */
export async function saveCrossPost(tx: Queries, chainId: number, post: NewCrossPost): Promise<CrossPost> {
  const [row] = await tx.rows<CrossPostRow>(sql`
    insert into cross_posts (chain_id, order_id, orderbook, kind, components, signature, api_key)
    values (${chainId}, ${post.orderId}, ${post.orderbook}, ${`seaport-v${post.version}`},
      ${componentsJson(post.components)}::jsonb, ${post.signature}, ${post.apiKey ?? null})
    on conflict (chain_id, orderbook, order_id) do update set updated_at = now(), signature = excluded.signature,
      api_key = case cross_posts.status when 'posted' then null else excluded.api_key end,
      next_at = case cross_posts.status when 'failed' then now() else cross_posts.next_at end,
      attempts = case cross_posts.status when 'failed' then 0 else cross_posts.attempts end,
      status = case cross_posts.status when 'failed' then 'pending' else cross_posts.status end
    returning *`)
  if (row === undefined) throw new Error('A cross-post was not stored.')
  return crossPostOf(row)
}

/** A page of cross posts, newest first, and the id after which the next page starts, if this one is full. */
export async function listCrossPosts(
  db: Queries,
  chainId: number,
  query: { readonly ids: readonly string[]; readonly limit: number; readonly after?: string | undefined },
): Promise<{ readonly posts: readonly CrossPost[]; readonly next: readonly string[] | undefined }> {
  const rows = await db.rows<CrossPostRow>(sql`
    select * from cross_posts where chain_id = ${chainId}
      ${query.ids.length === 0 ? sql`` : sql`and id = any(${texts(query.ids)}::bigint[])`}
      ${query.after === undefined ? sql`` : sql`and id < ${query.after}::bigint`}
    order by id desc limit ${query.limit}`)
  return { posts: rows.map(crossPostOf), next: nextAfter(rows, query.limit, ({ id }) => [id]) }
}

/** Takes the oldest one that is due for these books; no other process takes it for the next `seconds`. */
export async function takeDuePost(
  db: Queries,
  chainId: number,
  orderbooks: readonly string[],
  seconds: number,
): Promise<DuePost | undefined> {
  const [row] = await db.rows<CrossPostRow>(sql`
    update cross_posts c set attempts = c.attempts + 1, next_at = now() + make_interval(secs => ${seconds})
    where c.chain_id = ${chainId} and c.id = (
      select id from cross_posts
      where chain_id = ${chainId} and status = 'pending' and next_at <= now() and orderbook = any(${texts(orderbooks)})
      order by next_at, id limit 1 for update skip locked)
    returning c.*`)
  if (row === undefined) return undefined
  return {
    id: Number(row.id),
    orderId: row.order_id,
    orderbook: row.orderbook,
    version: row.kind === 'seaport-v1.5' ? '1.5' : '1.6',
    components: componentsOf(row.components as never),
    signature: row.signature,
    apiKey: row.api_key ?? undefined,
    attempts: row.attempts,
  }
}

/** Stores the outcome of one; `later` postpones it, in seconds. */
export async function settleCrossPost(
  tx: Queries,
  chainId: number,
  id: number,
  outcome:
    | { readonly status: 'posted' | 'failed'; readonly reason: string }
    | { readonly later: number; readonly reason: string },
): Promise<void> {
  const change =
    'later' in outcome
      ? sql`next_at = now() + make_interval(secs => ${outcome.later})`
      : sql`status = ${outcome.status}, api_key = null`
  await tx.rows(sql`
    update cross_posts set ${change}, reason = ${outcome.reason}, updated_at = now()
    where chain_id = ${chainId} and id = ${id}`)
}
