import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { deleteInBatches, olderThan } from '../chain/prune.ts'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

export type StoredPicture = { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }

const keyOf = (source: string): string => createHash('sha256').update(source).digest('hex')

/** The encoded picture of a source; empty bytes mean that there is none at the moment. */
export async function readPicture(
  db: Queries,
  chainId: number,
  source: string,
): Promise<StoredPicture | undefined> {
  const [row] = await db.rows<Columns<'pictures', 'type' | 'bytes'>>(sql`
    select type, bytes from pictures where chain_id = ${chainId} and source_hash = ${keyOf(source)}
      and (length(bytes) > 0 or created_at > now() - interval '10 minutes')`)
  return row === undefined ? undefined : { type: row.type, bytes: new Uint8Array(row.bytes) }
}

export async function savePicture(
  db: Queries,
  chainId: number,
  source: string,
  { type, bytes }: StoredPicture,
): Promise<void> {
  await db.rows(sql`
    insert into pictures (chain_id, source_hash, type, bytes)
    values (${chainId}, ${keyOf(source)}, ${type}, ${Buffer.from(bytes)})
    on conflict (chain_id, source_hash) do update
      set type = excluded.type, bytes = excluded.bytes, created_at = now()`)
}

/** Deletes the picture of a source, so that the next request fetches it again. */
export const forgetPicture = (db: Queries, chainId: number, source: string): Promise<unknown> =>
  db.rows(sql`delete from pictures where chain_id = ${chainId} and source_hash = ${keyOf(source)}`)

/** Pictures that one statement deletes: each may have a megabyte. */
const picturesPerStatement = 100
/** Bytes that a row takes besides its picture; one that remembers a failure has no other. */
const rowBytes = 200

/** Deletes pictures that are older than `hours`, and the oldest of those that take more than `bytes` together. */
export async function prunePictures(
  db: Queries,
  chainId: number,
  { hours, bytes }: { readonly hours: number; readonly bytes: number },
  signal?: AbortSignal,
): Promise<void> {
  const old = sql`(${olderThan(hours)} or length(bytes) = 0 and ${olderThan(1)})`
  await deleteInBatches(db, chainId, 'pictures', old, signal, picturesPerStatement)
  const [row] = await db.rows<{ last: string | null }>(sql`
    select max(created_at) as last from (
      select created_at, sum(length(bytes) + ${rowBytes}::integer) over (order by created_at desc) as total
      from pictures where chain_id = ${chainId}) newer
    where total > ${bytes}`)
  const last = row?.last ?? undefined
  if (last === undefined) return
  const beyond = sql`created_at <= ${last}::timestamptz`
  await deleteInBatches(db, chainId, 'pictures', beyond, signal, picturesPerStatement)
}

/** The source of a collection's banner; `undefined` if it has none. */
export async function bannerSource(
  db: Queries,
  chainId: number,
  contract: string,
): Promise<string | undefined> {
  const [row] = await db.rows<{ source: string | null }>(sql`
    select coalesce(banner_source, banner) as source from collections
    where chain_id = ${chainId} and contract = ${contract}`)
  return row?.source ?? undefined
}

/** The source of a token's or a collection's picture; `undefined` if it has none. */
export async function pictureSource(
  db: Queries,
  chainId: number,
  contract: string,
  tokenId?: bigint,
): Promise<string | undefined> {
  const [row] = await db.rows<{ source: string | null }>(
    tokenId === undefined
      ? sql`select coalesce(image_source, image) as source from collections
          where chain_id = ${chainId} and contract = ${contract}`
      : sql`select coalesce(image_source, image) as source from tokens
          where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId.toString()}`,
  )
  return row?.source ?? undefined
}

/**
 * Links the pictures of collections that have a stored source and show none.
 * @param link the address of a collection's picture, with `{contract}` for its address.
 */
export const linkCollectionPictures = (db: Queries, chainId: number, link: string): Promise<unknown> =>
  db.rows(sql`
    update collections set image = replace(${link}::text, '{contract}', contract)
    where chain_id = ${chainId} and image is null and image_source is not null`)
