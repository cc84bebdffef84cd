import { type Queries, sql } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** A token whose metadata is to be read. */
export type WaitingToken = Columns<'collections', 'contract' | 'kind'> & {
  readonly tokenId: string
  /** Attempts so far. */
  readonly tries: number
}

/** Tokens that are read at once. */
const page = 24

/**
 * Some tokens whose metadata was never read, or whose next attempt is due. Collections take turns: one that waits alone
 * has the whole page.
 */
export const tokensToDescribe = (db: Queries, chainId: number): Promise<readonly WaitingToken[]> =>
  db.rows<WaitingToken>(sql`
    select contract, token_id as "tokenId", kind, metadata_tries as tries from (
      select t.contract, t.token_id, c.kind, t.metadata_tries,
        row_number() over (partition by t.contract order by t.metadata_tries, t.token_id) as place
      from (
        (select * from tokens where chain_id = ${chainId} and metadata_state = 'new' limit 500)
        union all
        (select * from tokens where chain_id = ${chainId} and metadata_state = 'failed' and metadata_due <= now() limit 100)
      ) t
      join collections c on c.chain_id = t.chain_id and c.contract = t.contract
    ) waiting order by place limit ${page}`)

/**
 * Records that a token's metadata could not be read.
 * @param again whether it is tried again, after so many minutes; otherwise the token stays without metadata.
 */
export async function postponeMetadata(
  db: Queries,
  chainId: number,
  { contract, tokenId }: WaitingToken,
  again: boolean,
  minutes: number,
): Promise<void> {
  await db.rows(sql`
    update tokens set metadata_state = ${again ? 'failed' : 'none'}, metadata_tries = metadata_tries + 1,
      updated_at = now(), metadata_due = now() + make_interval(mins => ${minutes})
    where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId}`)
}

/** The metadata of a token. */
export type TokenMetadata = Columns<'tokens', 'name' | 'description' | 'image' | 'attributes'> & {
  readonly imageSource: string | null
  /** Whether there is a document with any content. */
  readonly isFound: boolean
}

/** Replaces a token's metadata. */
export async function saveMetadata(
  tx: Queries,
  chainId: number,
  { contract, tokenId }: WaitingToken,
  { name, description, image, imageSource, attributes, isFound }: TokenMetadata,
): Promise<void> {
  await tx.rows(sql`
    update tokens set name = ${name}, description = ${description}, image = ${image}, image_source = ${imageSource},
      attributes = ${JSON.stringify(attributes)}, metadata_state = ${isFound ? 'done' : 'none'}, metadata_tries = 0,
      updated_at = now()
    where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId}`)
  await tx.rows(
    sql`delete from token_attributes where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId}`,
  )
  if (attributes.length > 0)
    await tx.rows(sql`
      insert into token_attributes (chain_id, contract, key, value, token_id)
      values ${sql.join(
        attributes.map(({ key, value }) => sql`(${chainId}, ${contract}, ${key}, ${value}, ${tokenId})`),
        sql`, `,
      )} on conflict do nothing`)
}
