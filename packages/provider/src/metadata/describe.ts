import type { Address } from 'viem'
import type { TokenKind } from '../chain/reads.ts'
import type { ChainDeps } from '../deps.ts'
import { sql } from '../storage/db.ts'
import { readMetadata } from './readMetadata.ts'

/** Learns what a collection is, from the chain alone, unless it is known. */
export async function describeCollection(chain: ChainDeps, contract: Address): Promise<void> {
  const known = await chain.db.rows(
    sql`select 1 from collections where chain_id = ${chain.config.id} and contract = ${contract}`,
  )
  if (known.length > 0) return
  const { reads } = chain
  const kind = await reads.kindOf(contract)
  if (kind === undefined) {
    chain.log.warn({ contract }, 'not a collection: it is neither ERC-721 nor ERC-1155')
    return
  }
  const [name, symbol, uri, royalty] = await Promise.all([
    reads.text(contract, 'name'),
    reads.text(contract, 'symbol'),
    reads.text(contract, 'contractURI'),
    reads.royalty(contract),
  ])
  const about = uri === undefined ? undefined : readMetadata(uri)
  await chain.db.rows(sql`
    insert into collections (chain_id, contract, kind, name, symbol, image, description, royalty_recipient, royalty_bps)
    values (${chain.config.id}, ${contract}, ${kind}, ${about?.name ?? name ?? null}, ${symbol ?? null}, ${about?.image ?? null},
      ${about?.description ?? null}, ${royalty?.recipient ?? null}, ${royalty?.bps ?? 0})
    on conflict do nothing`)
}

type New = { contract: Address; token_id: string; kind: TokenKind }

/** Reads the metadata of tokens that have none yet, a page at a time, until the end or `signal`. */
export async function describeTokens(chain: ChainDeps, signal?: AbortSignal): Promise<void> {
  const chainId = chain.config.id
  while (signal?.aborted !== true) {
    const page = await chain.db.rows<New>(sql`
      select t.contract, t.token_id, c.kind from tokens t
      join collections c on c.chain_id = t.chain_id and c.contract = t.contract
      where t.chain_id = ${chainId} and t.metadata_state = 'new' limit 24`)
    if (page.length === 0) return
    for (const contract of new Set(page.map((token) => token.contract))) {
      const tokens = page.filter((token) => token.contract === contract)
      const uris = await chain.reads.tokenUris(
        tokens[0]?.kind ?? 'erc721',
        contract,
        tokens.map((token) => BigInt(token.token_id)),
      )
      for (const [index, token] of tokens.entries()) await writeToken(chain, token, uris[index])
    }
  }
}

async function writeToken(chain: ChainDeps, token: New, uri: string | undefined): Promise<void> {
  const chainId = chain.config.id
  const found =
    uri === undefined
      ? undefined
      : readMetadata(uri.replaceAll('{id}', BigInt(token.token_id).toString(16).padStart(64, '0')))
  const attributes = found?.attributes ?? []
  await chain.db.transaction(async (tx) => {
    await tx.rows(sql`
      update tokens set name = ${found?.name ?? null}, description = ${found?.description ?? null}, image = ${found?.image ?? null},
        attributes = ${JSON.stringify(attributes)}, metadata_state = ${found === undefined ? 'none' : 'done'}, updated_at = now()
      where chain_id = ${chainId} and contract = ${token.contract} and token_id = ${token.token_id}`)
    await tx.rows(
      sql`delete from token_attributes where chain_id = ${chainId} and contract = ${token.contract} and token_id = ${token.token_id}`,
    )
    if (attributes.length > 0)
      await tx.rows(sql`
        insert into token_attributes (chain_id, contract, key, value, token_id)
        values ${sql.join(
          attributes.map(
            ({ key, value }) => sql`(${chainId}, ${token.contract}, ${key}, ${value}, ${token.token_id})`,
          ),
          sql`, `,
        )} on conflict do nothing`)
  })
}
