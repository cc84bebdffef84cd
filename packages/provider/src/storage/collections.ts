import type { Address } from 'viem'
import { type Queries, type Row, sql, texts } from './db.ts'

export type StoredCollection = {
  readonly contract: Address
  readonly kind: 'erc721' | 'erc1155'
  readonly royalties: readonly { readonly recipient: Address; readonly bps: number }[]
}

type CollectionRow = Row & {
  contract: Address
  kind: 'erc721' | 'erc1155'
  royalty_recipient: Address | null
  royalty_bps: number
}

/** What a trade needs to know of collections; those that are not followed are missing. */
export async function readCollections(
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
): Promise<ReadonlyMap<Address, StoredCollection>> {
  const unique = [...new Set(contracts)]
  if (unique.length === 0) return new Map()
  const rows = await db.rows<CollectionRow>(sql`
    select contract, kind, royalty_recipient, royalty_bps from collections
    where chain_id = ${chainId} and contract = any(${texts(unique)})`)
  return new Map(
    rows.map(({ contract, kind, royalty_recipient: recipient, royalty_bps: bps }) => [
      contract,
      { contract, kind, royalties: recipient !== null && bps > 0 ? [{ recipient, bps }] : [] },
    ]),
  )
}

/** One of {@link readCollections}. */
export const readCollection = async (
  db: Queries,
  chainId: number,
  contract: Address,
): Promise<StoredCollection | undefined> => (await readCollections(db, chainId, [contract])).get(contract)
