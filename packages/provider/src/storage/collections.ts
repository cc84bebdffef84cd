import type { Address } from 'viem'
import { type Queries, type Row, sql } from './db.ts'

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

/** What a trade needs to know of a collection; `undefined` when it is not followed. */
export async function readCollection(
  db: Queries,
  chainId: number,
  contract: Address,
): Promise<StoredCollection | undefined> {
  const [row] = await db.rows<CollectionRow>(sql`
    select contract, kind, royalty_recipient, royalty_bps from collections
    where chain_id = ${chainId} and contract = ${contract}`)
  if (row === undefined) return undefined
  const paid = row.royalty_recipient !== null && row.royalty_bps > 0
  return {
    contract: row.contract,
    kind: row.kind,
    royalties: paid ? [{ recipient: row.royalty_recipient as Address, bps: row.royalty_bps }] : [],
  }
}
