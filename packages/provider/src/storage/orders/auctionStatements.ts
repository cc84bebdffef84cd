import type { AuctionStatement } from '@sluice/guards'
import { sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** Since when an account holds a token of an ERC-721 collection, in unix seconds; `undefined` if it does not. */
export async function heldSince(
  db: Queries,
  chainId: number,
  { contract, tokenId }: Pick<AuctionStatement, 'contract' | 'tokenId'>,
  owner: Address,
): Promise<bigint | undefined> {
  const [row] = await db.rows<Columns<'ownerships', 'acquired_at'>>(sql`
    select w.acquired_at from ownerships w
    join collections c on c.chain_id = w.chain_id and c.contract = w.contract and c.kind = 'erc721'
    where w.chain_id = ${chainId} and w.contract = ${contract} and w.token_id = ${tokenId} and w.owner = ${owner}
      and w.amount > 0`)
  return row === undefined ? undefined : BigInt(row.acquired_at)
}

/**
 * Stores the statement of an owner about a token, in place of an earlier one of the same account. Within one second, a
 * withdrawal wins.
 * @returns false where a later statement of the account is stored.
 */
export async function saveStatement(
  tx: Queries,
  chainId: number,
  statement: AuctionStatement & { readonly signature: Hex; readonly held: bigint },
): Promise<boolean> {
  const { contract, tokenId, seller, at, terms, signature, held } = statement
  const { currency = null, reserve = 0n, stepBps = 0n, stepAmount = 0n, endsAt = at } = terms ?? {}
  const rows = await tx.rows(sql`
    insert into auctions as a (chain_id, contract, token_id, seller, said_at, held_since, currency, reserve, step_bps,
      step_amount, ends_at, signature)
    values (${chainId}, ${contract}, ${tokenId}, ${seller}, ${at}, ${held}, ${currency}, ${reserve}, ${Number(stepBps)},
      ${stepAmount}, ${endsAt}, ${signature})
    on conflict (chain_id, contract, token_id, seller) do update set said_at = excluded.said_at,
      held_since = excluded.held_since, currency = excluded.currency, reserve = excluded.reserve,
      step_bps = excluded.step_bps, step_amount = excluded.step_amount, ends_at = excluded.ends_at,
      signature = excluded.signature
    where a.said_at < excluded.said_at or (a.said_at = excluded.said_at and (excluded.currency is null
      or (a.currency, a.reserve, a.step_bps, a.step_amount, a.ends_at) is not distinct from
        (excluded.currency, excluded.reserve, excluded.step_bps, excluded.step_amount, excluded.ends_at)))
    returning 1`)
  return rows.length > 0
}
