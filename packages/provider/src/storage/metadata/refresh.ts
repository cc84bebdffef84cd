import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { forgetPicture, pictureSource } from './pictures.ts'

/** When a token's metadata was last changed or requested; `undefined` for an unknown token. */
export async function readRefreshedAt(
  db: Queries,
  chainId: number,
  contract: Address,
  tokenId: bigint,
): Promise<{ readonly updatedAt: Date; readonly pending: boolean } | undefined> {
  const [row] = await db.rows<Columns<'tokens', 'updated_at' | 'metadata_state'>>(sql`
    select updated_at, metadata_state from tokens
    where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId.toString()}`)
  return row === undefined
    ? undefined
    : { updatedAt: new Date(row.updated_at), pending: row.metadata_state === 'new' }
}

/** Queues a token's metadata to be read, and deletes its picture. */
export async function requestMetadata(
  db: Queries,
  chainId: number,
  contract: Address,
  tokenId: bigint,
): Promise<void> {
  const source = await pictureSource(db, chainId, contract, tokenId)
  if (source !== undefined) await forgetPicture(db, chainId, source)
  await db.rows(sql`
    update tokens set metadata_state = 'new', metadata_tries = 0, updated_at = now()
    where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId.toString()}`)
}

/** Tokens of a collection whose metadata is read again per request. */
const maxAtOnce = 1000

/** Queues tokens of a collection to be read again, those that were read longest ago first. */
export async function requestCollectionMetadata(
  db: Queries,
  chainId: number,
  contract: Address,
): Promise<void> {
  await db.rows(sql`
    update tokens set metadata_state = 'new', metadata_tries = 0
    where chain_id = ${chainId} and contract = ${contract} and token_id in (
      select token_id from tokens
      where chain_id = ${chainId} and contract = ${contract} and metadata_state <> 'new'
      order by updated_at, token_id limit ${maxAtOnce})`)
}
