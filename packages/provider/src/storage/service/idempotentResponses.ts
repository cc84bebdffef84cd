import { sql } from 'drizzle-orm'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** Identifies a request with a key: its sender, and the key. */
export type IdempotencyKey = { readonly scope: string; readonly key: string }

/** The state of a request with a key. */
export type Claim =
  /** It is new: the caller executes it now. */
  | { readonly state: 'ours' }
  /** It is being executed at this moment. */
  | { readonly state: 'busy' }
  /** The key was used for something else. */
  | { readonly state: 'other' }
  /** The answers that are kept for the sender fill its space: no further key is taken. */
  | { readonly state: 'full' }
  | { readonly state: 'done'; readonly status: number; readonly body: string }

/** Seconds after which an execution counts as lost with its process. */
const timeout = 90
/** Bytes of kept answers after which a sender gets no further key, on each chain. */
const maxBytes = 64 * 1024 * 1024

/** Claims a key for a request, or returns the state of the request that has it. `request` is a digest. */
export async function claimKey(
  db: Queries,
  chainId: number,
  { scope, key }: IdempotencyKey,
  request: string,
): Promise<Claim> {
  const taken = await db.rows(sql`
    insert into answers as a (chain_id, scope, key, request)
    select ${chainId}, ${scope}, ${key}, ${request}
    where (
      select coalesce(sum(octet_length(body)), 0) from answers where chain_id = ${chainId} and scope = ${scope}
    ) < ${maxBytes}
      or exists (select from answers where chain_id = ${chainId} and scope = ${scope} and key = ${key})
    on conflict (chain_id, scope, key) do update set created_at = now()
    where a.status is null and a.request = excluded.request and a.created_at < now() - make_interval(secs => ${timeout})
    returning key`)
  if (taken.length > 0) return { state: 'ours' }
  const [found] = await db.rows<Columns<'answers', 'request' | 'status' | 'body'>>(sql`
    select request, status, body from answers where chain_id = ${chainId} and scope = ${scope} and key = ${key}`)
  if (found === undefined) {
    const [kept] = await db.rows<{ full: boolean }>(sql`
      select coalesce(sum(octet_length(body)), 0) >= ${maxBytes} as full
      from answers where chain_id = ${chainId} and scope = ${scope}`)
    // Otherwise it was released in the meantime: the next repetition is the first request.
    return { state: kept?.full === true ? 'full' : 'busy' }
  }
  if (found.request !== request) return { state: 'other' }
  const { status, body } = found
  return status === null || body === null ? { state: 'busy' } : { state: 'done', status, body }
}

export async function saveResponse(
  db: Queries,
  chainId: number,
  { scope, key }: IdempotencyKey,
  status: number,
  body: string,
): Promise<void> {
  await db.rows(sql`
    update answers set status = ${status}, body = ${body} where chain_id = ${chainId} and scope = ${scope} and key = ${key}`)
}

/** Releases a key whose request had no effect. */
export async function releaseKey(
  db: Queries,
  chainId: number,
  { scope, key }: IdempotencyKey,
): Promise<void> {
  await db.rows(sql`delete from answers where chain_id = ${chainId} and scope = ${scope} and key = ${key}`)
}
