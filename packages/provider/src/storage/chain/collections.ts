import type { Fee } from '@sluice/seaport'
import type { Address } from 'viem'
import { type Preparing, type Row, sql } from '../connection/database.ts'

export type StoredCollection = {
  readonly contract: Address
  readonly kind: 'erc721' | 'erc1155'
  /** What it asked of sales when the chain was last asked. */
  readonly royalties: readonly Fee[]
}

/** What a trade needs to know of collections; those that are not followed are missing. */
export async function readCollections(
  db: Preparing,
  chainId: number,
  contracts: readonly Address[],
): Promise<ReadonlyMap<Address, StoredCollection>> {
  const unique = [...new Set(contracts)]
  if (unique.length === 0) return new Map()
  const rows = await db.prepared<StoredCollection & Row>(
    `collections|${chainId}`,
    () => sql`
      select contract, kind, royalties from collections
      where chain_id = ${chainId} and contract = any(${sql.placeholder('contracts')}::text[])`,
    { contracts: unique },
  )
  return new Map(rows.map(({ contract, kind, royalties }) => [contract, { contract, kind, royalties }]))
}

/** One of {@link readCollections}. */
export const readCollection = async (
  db: Preparing,
  chainId: number,
  contract: Address,
): Promise<StoredCollection | undefined> => (await readCollections(db, chainId, [contract])).get(contract)
