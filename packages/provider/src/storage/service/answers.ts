import { type Queries, sql } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** What names one request among all that came with a key: who sent it, and under which key. */
export type AnswerKey = { readonly scope: string; readonly key: string }

/** Where a request that came with a key stands. */
export type Claim =
  /** Nobody did it before: the caller does it now. */
  | { readonly state: 'ours' }
  /** Another one is doing it at this moment. */
  | { readonly state: 'busy' }
  /** The key was used for something else. */
  | { readonly state: 'other' }
  | { readonly state: 'done'; readonly status: number; readonly body: string }

/** Seconds after which one that is being done is taken to have died with its process. */
const patience = 90

/** Takes a key for a request, or says what became of the request that has it. `request` is a digest. */
export async function claimAnswer(
  db: Queries,
  chainId: number,
  { scope, key }: AnswerKey,
  request: string,
): Promise<Claim> {
  const taken = await db.rows(sql`
    insert into answers as a (chain_id, scope, key, request) values (${chainId}, ${scope}, ${key}, ${request})
    on conflict (chain_id, scope, key) do update set created_at = now()
    where a.status is null and a.request = excluded.request and a.created_at < now() - make_interval(secs => ${patience})
    returning key`)
  if (taken.length > 0) return { state: 'ours' }
  const [found] = await db.rows<Columns<'answers', 'request' | 'status' | 'body'>>(sql`
    select request, status, body from answers where chain_id = ${chainId} and scope = ${scope} and key = ${key}`)
  // Given back in the meantime: whoever repeats it once more is the first.
  if (found === undefined) return { state: 'busy' }
  if (found.request !== request) return { state: 'other' }
  const { status, body } = found
  return status === null || body === null ? { state: 'busy' } : { state: 'done', status, body }
}

export async function saveAnswer(
  db: Queries,
  chainId: number,
  { scope, key }: AnswerKey,
  status: number,
  body: string,
): Promise<void> {
  await db.rows(sql`
    update answers set status = ${status}, body = ${body} where chain_id = ${chainId} and scope = ${scope} and key = ${key}`)
}

/** Gives a key back: what was begun under it did not happen. */
export async function dropAnswer(db: Queries, chainId: number, { scope, key }: AnswerKey): Promise<void> {
  await db.rows(sql`delete from answers where chain_id = ${chainId} and scope = ${scope} and key = ${key}`)
}
