import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { constantChain, type Preparing, type Queries, records, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** A token whose metadata is to be read. */
export type WaitingToken = Columns<'collections', 'contract' | 'kind'> & {
  readonly tokenId: string
  /** Attempts so far. */
  readonly tries: number
}

/** Tokens that are taken at once. */
const page = 24

/**
 * Some tokens whose metadata was never read, or whose next attempt is due. Collections take turns, however many of them
 * there are, and however many tokens of each wait: one that waits alone has the whole page.
 * @param last the contract of the last token that was taken: the contracts after it come first.
 * @param without contracts that have no turn now.
 */
export const tokensToDescribe = (
  db: Preparing,
  chainId: number,
  last: string,
  without: readonly Address[] = [],
): Promise<readonly WaitingToken[]> => {
  const own = sql`chain_id = ${constantChain(chainId)}`
  const most = sql.raw(String(page))
  const build = () => sql`
    select contract, token_id as "tokenId", kind, metadata_tries as tries from (
      select c.contract, c.kind, t.token_id, t.metadata_tries,
        row_number() over (partition by c.contract order by t.metadata_tries, t.token_id) as place
      from collections c cross join lateral (
        (select token_id, metadata_tries from tokens
          where ${own} and contract = c.contract and metadata_state = 'new' order by token_id limit ${most})
        union all
        (select token_id, metadata_tries from tokens
          where ${own} and contract = c.contract and metadata_state = 'failed' and metadata_due <= now()
          order by metadata_due limit ${most})
      ) t where c.${own} and c.contract <> all(${sql.placeholder('without')}::text[])
    ) waiting order by place, contract <= ${sql.placeholder('last')}::text, contract limit ${most}`
  return db.prepared<WaitingToken>(`tokens to describe|${chainId}`, build, { last, without })
}

/** A token whose metadata could not be read. */
export type Postponed = {
  readonly token: WaitingToken
  /** Attempts so far, this one included. */
  readonly tries: number
  /** Minutes until it is tried again; absent, the token keeps what is stored of it, if anything. */
  readonly minutes: number | undefined
}

export type TokenMetadata = Columns<'tokens', 'name' | 'description' | 'image' | 'attributes'> & {
  readonly token: WaitingToken
  readonly imageSource: string | null
}

/**
 * Rows `t` of `tokens` that rows `r` name. The lists of keys keep Postgres from reading all tokens for a few: while it has
 * no statistics of a table that grows, it takes it for a small one.
 */
const named = (
  chainId: number,
  rows: readonly { readonly contract: string; readonly token_id: string }[],
): SQL => sql`t.chain_id = ${chainId}
  and t.contract = any(${texts([...new Set(rows.map(({ contract }) => contract))])})
  and t.token_id = any(${texts(rows.map(({ token_id }) => token_id))}::numeric[])
  and t.contract = r.contract and t.token_id = r.token_id`

/** Records of tokens that their metadata could not be read. */
export async function postponeMetadata(
  db: Queries,
  chainId: number,
  tokens: readonly Postponed[],
): Promise<void> {
  if (tokens.length === 0) return
  const rows = tokens.map(({ token: { contract, tokenId }, tries, minutes }) => ({
    contract,
    token_id: tokenId,
    tries,
    minutes: minutes ?? 0,
    state: minutes === undefined ? 'none' : 'failed',
  }))
  await db.rows(sql`
    update tokens t set metadata_state = r.state, metadata_tries = r.tries, updated_at = now(),
      metadata_due = now() + make_interval(mins => r.minutes)
    from jsonb_to_recordset(${records(rows)})
      as r (contract text, token_id numeric, tries int, state text, minutes int)
    where ${named(chainId, rows)}`)
}

/** Replaces the metadata of tokens. */
export async function saveMetadata(
  tx: Queries,
  chainId: number,
  tokens: readonly TokenMetadata[],
): Promise<void> {
  if (tokens.length === 0) return
  const found = tokens.map(({ token: { contract, tokenId }, imageSource, ...shown }) => ({
    ...shown,
    contract,
    token_id: tokenId,
    image_source: imageSource,
  }))
  const rows = records(found)
  const held = await tx.rows<Columns<'tokens', 'contract' | 'token_id' | 'attributes'>>(sql`
    select t.contract, t.token_id, t.attributes
    from tokens t, jsonb_to_recordset(${rows}) as r (contract text, token_id numeric)
    where ${named(chainId, found)} order by t.contract, t.token_id for update of t`)
  // A token names its attributes, so that their rows are found without those of all other tokens.
  const before = held.flatMap(({ attributes, ...token }) => attributes.map((one) => ({ ...token, ...one })))
  if (before.length > 0)
    await tx.rows(sql`
      delete from token_attributes a where a.chain_id = ${chainId} and a.ctid = any(array(
        select o.place from jsonb_to_recordset(${records(before)})
          as r (contract text, token_id numeric, key text, value text)
        cross join lateral (select a.ctid as place from token_attributes a
          where a.chain_id = ${chainId} and a.contract = r.contract and a.key = r.key and a.value = r.value
            and a.token_id = r.token_id offset 0) o))`)
  await tx.rows(sql`
    update tokens t set name = r.name, description = r.description, image = r.image, image_source = r.image_source,
      attributes = r.attributes, metadata_state = 'done', metadata_tries = 0, updated_at = now()
    from jsonb_to_recordset(${rows}) as r (contract text, token_id numeric, name text, description text, image text,
      image_source text, attributes jsonb)
    where ${named(chainId, found)}`)
  // Nothing would delete the attributes of a token that is gone: its collection may have been removed meanwhile.
  const stored = new Set(held.map((one) => `${one.contract}:${one.token_id}`))
  const own = found.filter((one) => stored.has(`${one.contract}:${one.token_id}`))
  await tx.rows(sql`
    insert into token_attributes (chain_id, contract, key, value, token_id)
    select ${chainId}::bigint, r.contract, e.key, e.value, r.token_id
    from jsonb_to_recordset(${records(own)}) as r (contract text, token_id numeric, attributes jsonb)
    cross join lateral jsonb_to_recordset(r.attributes) as e (key text, value text)
    on conflict do nothing`)
}
