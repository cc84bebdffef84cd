import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** What a contract and its document say of a collection. */
export type CollectionTexts = Columns<
  'collections',
  'name' | 'symbol' | 'image' | 'banner' | 'description'
> & {
  readonly imageSource: string | null
  readonly bannerSource: string | null
  /** Whether its document could not be read: it is tried again. */
  readonly isUndescribed: boolean
}

/** Collections that are read in one turn. */
const page = 8

/** Collections whose document is to be read again, those that wait longest first. */
export async function collectionsToDescribe(db: Queries, chainId: number): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'collections', 'contract'>>(sql`
    select contract from collections where chain_id = ${chainId} and document_due <= now()
    order by document_due, contract limit ${page}`)
  return rows.map(({ contract }) => contract)
}

/** Leaves what is stored of a collection as it is: its document is read again an hour later. */
export const postponeCollectionTexts = (db: Queries, chainId: number, contract: Address): Promise<unknown> =>
  db.rows(sql`
    update collections set document_due = now() + interval '1 hour'
    where chain_id = ${chainId} and contract = ${contract}`)

/** Replaces what is stored of a collection. */
export async function saveCollectionTexts(
  db: Queries,
  chainId: number,
  contract: Address,
  texts: CollectionTexts,
): Promise<void> {
  await db.rows(sql`
    update collections set document_due = null, name = ${texts.name}, symbol = ${texts.symbol},
      image = ${texts.image}, image_source = ${texts.imageSource}, banner = ${texts.banner},
      banner_source = ${texts.bannerSource}, description = ${texts.description}
    where chain_id = ${chainId} and contract = ${contract}`)
}

/** Marks the document of a collection to be read again soon. */
export const requestCollectionTexts = (db: Queries, chainId: number, contract: Address): Promise<unknown> =>
  db.rows(sql`
    update collections set document_due = now() where chain_id = ${chainId} and contract = ${contract}`)
