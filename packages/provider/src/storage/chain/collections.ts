import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { type Preparing, type Queries, texts } from '../connection/database.ts'
import type { CollectionTexts } from '../metadata/collectionTexts.ts'
import type { Columns } from '../schema.ts'

/** What a trade needs to know of a collection, with its royalties and its trading rules as last read from the chain. */
export type StoredCollection = Columns<'collections', 'contract' | 'kind' | 'royalties' | 'trading'>

/** What a trade needs to know of collections; those that are not followed are missing. */
export async function readCollections(
  db: Preparing,
  chainId: number,
  contracts: readonly Address[],
): Promise<ReadonlyMap<Address, StoredCollection>> {
  const unique = [...new Set(contracts)]
  if (unique.length === 0) return new Map()
  const rows = await db.prepared<StoredCollection>(
    `collections|${chainId}`,
    () => sql`
      select contract, kind, royalties, trading from collections
      where chain_id = ${chainId} and contract = any(${sql.placeholder('contracts')}::text[])`,
    { contracts: unique },
  )
  return new Map(rows.map((row) => [row.contract, row]))
}

/** One of {@link readCollections}. */
export const readCollection = async (
  db: Preparing,
  chainId: number,
  contract: Address,
): Promise<StoredCollection | undefined> => (await readCollections(db, chainId, [contract])).get(contract)

/** Which of these collections are known. */
export async function knownCollections(
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'collections', 'contract'>>(
    sql`select contract from collections where chain_id = ${chainId} and contract = any(${texts(contracts)})`,
  )
  return rows.map(({ contract }) => contract)
}

/** A collection as it is described when it is discovered. */
export type NewCollection = Columns<'collections', 'contract' | 'kind' | 'royalties' | 'trading'> &
  CollectionTexts & {
    /** Blocks from the first to the last that are read beside the follower; `undefined` for one that it reads alone. */
    readonly filling: { readonly next: number; readonly end: number } | undefined
  }

/** Inserts a collection, unless it is known. Call it while holding the lock of the chain's facts. */
export async function insertCollection(tx: Queries, chainId: number, one: NewCollection): Promise<void> {
  await tx.rows(sql`
    insert into collections (chain_id, contract, kind, name, symbol, image, image_source, banner, banner_source,
      description, royalties, trading, state, fill_next, fill_end, document_due)
    values (${chainId}, ${one.contract}, ${one.kind}, ${one.name}, ${one.symbol}, ${one.image}, ${one.imageSource},
      ${one.banner}, ${one.bannerSource}, ${one.description}, ${JSON.stringify(one.royalties)}, ${one.trading}, ${one.filling === undefined ? 'followed' : 'filling'},
      ${one.filling?.next ?? null}, ${one.filling?.end ?? null},
      case when ${one.isUndescribed} then now() + interval '10 minutes' end)
    on conflict do nothing`)
}
